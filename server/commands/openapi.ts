import { mkdir, writeFile } from 'node:fs/promises';
import { contract } from '../../contract/index.ts';
import { openApiDocument } from '../documents/openapi.ts';
import { statusCodesPage } from '../documents/statusCodes.ts';

/** `openapi` writes dist/openapi.json and docs/status-codes.md; `openapi -` prints the document. */
const document = `${JSON.stringify(openApiDocument(contract), null, 1)}\n`;
if (process.argv[2] === '-') {
  process.stdout.write(document);
} else {
  const folder = new URL('../../dist/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('openapi.json', folder), document);
  await writeFile(new URL('../../docs/status-codes.md', import.meta.url), statusCodesPage());
}
