import { installOnDebian } from './debianApp.ts';
import { startBenchPortal } from './portal.ts';
import { reportMarks } from './report.ts';

/**
 * WordPress from its package on a real Debian guest, from the create call to the page that a browser is given: about 100 packages from
 * the archive. For a machine with nothing else to do.
 */
const portal = await startBenchPortal({ CLOUDBERTH_ENGINE: 'auto' });
try {
  const wordpress = await installOnDebian(portal, 'wordpress', { title: 'Bench', admin_email: 'bench@example.test' });
  const page = await fetch(wordpress.app.links[0]?.url ?? '', { signal: AbortSignal.timeout(120_000) });
  const isWordPress = page.status === 200 && /WordPress/.test(await page.text());
  await wordpress.remove();
  reportMarks([
    { what: 'WordPress: create to its installation begun', value: wordpress.begunMinutes, unit: 'min', kind: 'most', limit: 10 },
    { what: 'WordPress: create to installed', value: wordpress.installedMinutes, unit: 'min', kind: 'most', limit: 60 },
    { what: 'WordPress: its first page answers over HTTP', value: isWordPress ? 1 : 0, unit: 'pages', kind: 'least', limit: 1 },
  ]);
} finally {
  await portal.stop();
}
