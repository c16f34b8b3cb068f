import { app } from 'electron';
import { createMetricsSnapshot } from './metrics-snapshot.ts';

/** @returns null when there is no such process of the app (any more) */
export const metricsOf = createMetricsSnapshot(() => app.getAppMetrics());
