import { buildWeb } from '../launcher/build/web.ts';

/** Vitest's global set-up: the web as it is now, built once for all journeys. */
export default async function builtWeb(): Promise<void> {
  await buildWeb();
}
