import { defineConfig, type Plugin } from 'vitest/config';

/** `slices/cloud/servers/server/store/list.ts:1`: the wall whose rows everybody reaches in this run. */
const [file = '', at = '1'] = (process.env.CLOUDBERTH_HOLE ?? '').split(':');

/** Removes one check as the file is loaded, without writing anything. */
function plantHole(): Plugin {
  return {
    name: 'plant-hole',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(`/${file}`)) return null;
      let seen = 0;
      const opened = code.replace(/(?<!function )\breaches(?:Company)?\(/g, (call) => {
        seen += 1;
        return seen === Number(at) ? 'everybodyReaches(' : call;
      });
      if (seen < Number(at)) throw new Error(`${file} has ${seen} walls, not ${at}.`);
      return `import { sql as plantedSql } from 'kysely';\nconst everybodyReaches = (..._asked: unknown[]) => plantedSql<boolean>\`true\`;\n${opened}`;
    },
  };
}

export default defineConfig({
  plugins: [plantHole()],
  root: new URL('../../..', import.meta.url).pathname,
  test: {
    pool: 'forks',
    // A module remembered from the run before has the hole of the run before.
    fsModuleCache: false,
    maxWorkers: 2,
    globalSetup: 'server/platform/testing/postgres.ts',
    testTimeout: 30_000,
    bail: 1,
    reporters: ['dot'],
  },
});
