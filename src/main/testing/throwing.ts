export const throwing = (error: Error): never => {
  throw error;
};
