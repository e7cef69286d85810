import { localize } from '../../texts/localize.ts';
import { openSource, SourceError, type SourceRequest } from './source.ts';

/** Maximum size of a checksum file, in bytes. Real ones have only a few lines. */
const checksumsMax = 4 * 2 ** 20;

/** Reads a vendor's checksum file. Throws `imageSourceRefused` and `SourceError`. */
export async function readChecksums(request: SourceRequest): Promise<string> {
  const answer = await openSource(request);
  if (answer.statusCode !== 200) {
    answer.destroy();
    const { statusCode = 0 } = answer;
    throw new SourceError(
      localize('checksums.readChecksums.checksumFileAnsweredStatus', {
        address: request.address,
        statusCode,
      }),
      statusCode < 500,
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > checksumsMax)
        throw new SourceError(
          localize('checksums.readChecksums.checksumFileLargerThan', {
            address: request.address,
            checksumsMax,
          }),
          true,
        );
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(
      localize('checksums.readChecksums.downloadChecksumFileInterrupted', {
        address: request.address,
      }),
      false,
      { cause: error },
    );
  }
  return Buffer.concat(chunks).toString('utf8');
}
