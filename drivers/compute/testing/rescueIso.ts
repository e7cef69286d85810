import { isoImage } from '../qemu/storage/isoImage.ts';

const sectorBytes = 2048;
export const rescueBanner = 'rescue system is here';

/**
 * A CD that a PC starts from (El Torito, no emulation): 21 bytes of a 16-bit program write a line
 * to the serial port and halt.
 *
 *     xor ax, ax; mov ds, ax; mov si, 0x7c15; next: lodsb; test al, al; jz done; mov dx, 0x3f8; out dx, al; jmp next; done: hlt; jmp done
 */
export function rescueIso(): Buffer {
  const program = Buffer.from('31c08ed8be157cac84c07406baf803eeebf5f4ebfd', 'hex');
  const plain = isoImage('RESCUE', [{ name: 'note', content: Buffer.from('rescue') }], new Date(0));
  const catalog = plain.length / sectorBytes;
  const image = Buffer.concat([plain, bootCatalog(catalog + 1), Buffer.alloc(sectorBytes)]);
  bootRecord(catalog).copy(image, 17 * sectorBytes);
  Buffer.concat([program, Buffer.from(`\r\n${rescueBanner}\r\n\0`)]).copy(
    image,
    (catalog + 1) * sectorBytes,
  );
  return image;
}

/** The descriptor with the location of the boot catalog. It must be the second one. */
function bootRecord(catalog: number): Buffer {
  const bytes = Buffer.alloc(sectorBytes);
  bytes.write('CD001', 1, 'ascii');
  bytes[6] = 1;
  bytes.write('EL TORITO SPECIFICATION', 7, 'ascii');
  bytes.writeUInt32LE(catalog, 0x47);
  return bytes;
}

/**
 * A validation entry, whose words add up to zero, and the boot entry: four sectors of 512 bytes,
 * loaded at 0x7c00.
 */
function bootCatalog(program: number): Buffer {
  const bytes = Buffer.alloc(sectorBytes);
  bytes[0] = 1;
  bytes.write('CLOUDBERTH', 4, 'ascii');
  bytes[0x1e] = 0x55;
  bytes[0x1f] = 0xaa;
  let sum = 0;
  for (let offset = 0; offset < 0x20; offset += 2) sum += bytes.readUInt16LE(offset);
  bytes.writeUInt16LE((0x10000 - (sum & 0xffff)) & 0xffff, 0x1c);
  bytes[0x20] = 0x88;
  bytes.writeUInt16LE(4, 0x26);
  bytes.writeUInt32LE(program, 0x28);
  return bytes;
}
