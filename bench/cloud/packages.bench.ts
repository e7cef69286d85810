import { type DebianApp, installOnDebian } from '../harness/debianApp.ts';
import { startBenchPortal } from '../harness/portal.ts';
import { type Mark, reportMarks } from '../harness/report.ts';

/**
 * Installs every included app on a separate real Debian guest, one after the other, from the create
 * call until the app works. Some need hundreds of Debian packages. Run it on an otherwise idle
 * machine.
 */
const page = async ({ app }: DebianApp, pattern: RegExp): Promise<boolean> => {
  const answer = await fetch(app.links[0]?.url ?? '', { signal: AbortSignal.timeout(120_000) });
  return answer.status === 200 && pattern.test(await answer.text());
};
const outputMatches = async (guest: DebianApp, script: string, pattern: RegExp) =>
  pattern.test(await guest.inside(script));

const packages: Record<
  string,
  { parameters?: Record<string, string>; answers(guest: DebianApp): Promise<boolean> }
> = {
  nginx: { answers: (guest) => page(guest, /It works/) },
  postgresql: {
    answers: (guest) =>
      outputMatches(guest, `cd /; su postgres -c "psql -Atqc 'select 6 * 7' app"`, /^42$/m),
  },
  wireguard: {
    answers: (guest) =>
      outputMatches(guest, 'systemctl is-active wg-quick@wg0; wg show wg0', /^active\n.*peer:/s),
  },
  wordpress: {
    parameters: { title: 'Bench', admin_email: 'bench@example.test' },
    answers: (guest) => page(guest, /WordPress/),
  },
  desktop: {
    answers: (guest) =>
      outputMatches(
        guest,
        'systemctl is-active xrdp; su - "$(ls /home | tail -1)" -c locale',
        /^active\n.*UTF-8/s,
      ),
  },
};

const marks: Mark[] = [];
const portal = await startBenchPortal({ CLOUDBERTH_ENGINE: 'auto' });
try {
  for (const [code, { parameters = {}, answers }] of Object.entries(packages)) {
    const guest = await installOnDebian(portal, code, parameters);
    const hasAnswered = await answers(guest).catch(() => false);
    await guest.remove();
    marks.push({
      what: `${code}: create to installed`,
      value: guest.installedMinutes,
      unit: 'min',
      kind: 'most',
      limit: 60,
    });
    marks.push({
      what: `${code}: does what it is for`,
      value: hasAnswered ? 1 : 0,
      unit: '',
      kind: 'least',
      limit: 1,
    });
  }
  reportMarks(marks);
} finally {
  await portal.stop();
}
