import { pack } from './pack.ts';

const [targetFolder = ''] = process.argv.slice(2);
await pack({ main: 'server/main.ts', portal: 'server/portal.ts' }, targetFolder);
