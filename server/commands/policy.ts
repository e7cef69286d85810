import { writeFile } from 'node:fs/promises';
import { contract } from '../../contract/index.ts';
import { permissionMatrix } from '../documents/permissionMatrix.ts';

/** `policy` writes docs/permissions.md; `policy -` prints it. */
const target = process.argv[2] ?? new URL('../../docs/permissions.md', import.meta.url).pathname;
const matrix = permissionMatrix(contract);
if (target === '-') process.stdout.write(matrix);
else await writeFile(target, matrix);
