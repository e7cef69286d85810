import { writeFile } from 'node:fs/promises';
import { contract } from '../../contract/index.ts';
import { openApiDocument } from '../documents/openapi.ts';
import { statusCodesPage } from '../documents/statusCodes.ts';

/** `openapi` writes docs/openapi.json and docs/status-codes.md; `openapi -` prints the document. */
const document = `${JSON.stringify(openApiDocument(contract), null, 1)}\n`;
if (process.argv[2] === '-') {
  process.stdout.write(document);
} else {
  await writeFile(new URL('../../docs/openapi.json', import.meta.url), document);
  await writeFile(new URL('../../docs/status-codes.md', import.meta.url), statusCodesPage());
}
