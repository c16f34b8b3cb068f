import { app } from 'electron';
import { createMetricsSnapshot } from './metrics-snapshot.ts';

/** @returns null if it is no (longer a) process of the app */
export const metricsOf = createMetricsSnapshot(() => app.getAppMetrics());
