import { dirname, join } from 'node:path';
import { nodeFlags } from '../../server/nodeFlags.ts';
import { compile, pack } from './pack.ts';
import { compiledServer, packedServer } from './server.ts';

const folder = dirname(packedServer);
await pack({ main: 'server/main.ts', portal: 'server/portal.ts' }, folder);
// The program itself would start a portal; nearly all of it is in what it puts together.
await compile(join(folder, 'portal.mjs'), nodeFlags, compiledServer);
