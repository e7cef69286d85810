import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { type ImageConverter, ImageRejected } from '../../../../../drivers/diskimage/port.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';

export const exampleImage = { name: 'My image', osFamily: 'linux' as const, minRamMb: 256 };
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

interface StartedUpload {
  id: string;
  chunkBytes: number;
  chunks: number;
}

export interface Task {
  exitCode: number | null;
  failure: { reason: string } | null;
}

/**
 * Replaces the image conversion tool. Copies files unchanged and derives the result from their
 * first bytes.
 */
export const simulatedConverter: ImageConverter = {
  obstacle: async () => null,
  async convert(source, folder) {
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'disk');
    await copyFile(source, path);
    const { size } = await stat(path);
    const magic = (await readFile(path)).subarray(0, 8).toString();
    if (magic.startsWith('refuse'))
      throw new ImageRejected(
        'restsOnOthers',
        'The image rests on another file ("secret"); flatten it first.',
      );
    const format = magic.startsWith('iso') ? 'iso' : 'qcow2';
    return {
      path,
      format,
      from: format === 'iso' ? 'iso' : 'vmdk',
      sizeBytes: size,
      virtualBytes: size,
    };
  },
};

export async function createUpload(
  client: TestClient,
  content: Buffer,
  more: Record<string, unknown> = {},
): Promise<StartedUpload> {
  const answer = await client.post<StartedUpload>('/images/uploads', {
    ...exampleImage,
    fileName: 'disk.vmdk',
    sizeBytes: content.length,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

export const chunkOf = (content: Buffer, { chunkBytes }: StartedUpload, number: number): Buffer =>
  content.subarray(number * chunkBytes, (number + 1) * chunkBytes);

export function put(
  client: TestClient,
  upload: StartedUpload,
  number: number,
  bytes: Buffer,
  digest = sha256(bytes),
) {
  return client.call(
    'PUT',
    `/images/uploads/${upload.id}/chunks?offset=${number * upload.chunkBytes}&digest=${digest}`,
    bytes,
  );
}

/** Uploads a file completely and starts the task that creates the image. */
export async function importPrivateImage(
  client: TestClient,
  content: Buffer,
  more: Record<string, unknown> = {},
): Promise<{ imageId: string; cmdId: number }> {
  const upload = await createUpload(client, content, more);
  for (let number = 0; number < upload.chunks; number++)
    expect((await put(client, upload, number, chunkOf(content, upload, number))).status).toBe(200);
  const finishAnswer = await client.post<{ imageId: string; cmdId: number }>(
    `/images/uploads/${upload.id}/finish`,
  );
  expect(finishAnswer.status, finishAnswer.text).toBe(200);
  return finishAnswer.body;
}

export async function waitForTask(client: TestClient, cmdId: number): Promise<Task> {
  return await vi.waitFor(
    async () => {
      const { body } = await client.get<Task>(`/queue/command/${cmdId}`);
      expect(body.exitCode).not.toBeNull();
      return body;
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** Creates an image, waits until it is ready, and returns its ID. */
export async function createImage(
  client: TestClient,
  content: Buffer,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { imageId, cmdId } = await importPrivateImage(client, content, more);
  const task = await waitForTask(client, cmdId);
  expect(task.exitCode, JSON.stringify(task)).toBe(0);
  return imageId;
}
