import { buildWeb } from '../launcher/build/web.ts';

/** Vitest's global setup: builds the current web app once for all journeys. */
export default async function builtWeb(): Promise<void> {
  await buildWeb();
}
