import { gzipSync } from 'node:zlib';

const blockBytes = 512;

/**
 * Builds one file of a tar archive (POSIX ustar), padded to whole blocks. Owner and time are
 * constant, so that the archive is reproducible.
 */
function entry(name: string, content: string, mode: number): Buffer {
  const data = Buffer.from(content);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0, 100);
  header.write(octal(mode, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(data.length, 12), 124);
  header.write(octal(0, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([
    header,
    data,
    Buffer.alloc((blockBytes - (data.length % blockBytes)) % blockBytes),
  ]);
}

/**
 * Returns the program as a package that npm can install and npx can run from its URL. It has no
 * dependencies.
 */
export function npmPackage(name: string, version: string, program: string): Buffer {
  const manifest = {
    name: `${name}-cli`,
    version,
    type: 'module',
    bin: { [name]: `${name}.mjs` },
    engines: { node: '>=20' },
  };
  const files = [
    entry('package/package.json', JSON.stringify(manifest), 0o644),
    entry(`package/${name}.mjs`, program, 0o755),
  ];
  return gzipSync(Buffer.concat([...files, Buffer.alloc(2 * blockBytes)]));
}
