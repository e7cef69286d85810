import { dirname } from 'node:path';
import { pack } from './pack.ts';
import { packedServer } from './server.ts';

await pack({ main: 'server/main.ts' }, dirname(packedServer));
