interface TarEntry {
  name: string;
  content: string | Buffer;
  /** `0` file, `1` hard link, `2` symbolic link, `5` folder, `L` and `x` extensions. */
  type?: string;
  /** A declared size that differs from the content's. */
  claims?: number;
  sizeText?: string;
}

/** Creates a tar archive, valid or malicious. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ name, content, type = '0', claims, sizeText }) => {
    const bytes = Buffer.from(content);
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write('0000644\0', 100);
    const size = claims ?? bytes.length;
    if (size < 8 ** 11) header.write(sizeText ?? `${size.toString(8).padStart(11, '0')}\0`, 124);
    else {
      header[124] = 0x80;
      header.writeBigUInt64BE(BigInt(size), 128);
    }
    header.write(type, 156);
    header.write('ustar\0', 257);
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}
