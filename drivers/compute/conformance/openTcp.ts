import { expect, it } from 'vitest';
import { type Bench, expectUserError } from './harness.ts';

/** Rules of `openTcp`, for every engine. */
export function openTcpConformance(bench: () => Bench): void {
  it('opens a stream to a guest port, over the requested network interface or the first one', async () => {
    const { engine, running } = bench();
    const { id, nics } = await running();
    for (const nicId of [undefined, nics[0]?.id]) {
      const stream = await engine.openTcp(id, 8022, nicId);
      expect(stream.writable).toBe(true);
      stream.on('error', () => undefined).destroy();
    }
    await engine.destroy(id);
  });

  it('rejects a stream to a server that is off, and to an unknown network interface or closed port', async () => {
    const { engine, made, newId } = bench();
    const { id } = await made();
    await expectUserError(engine.openTcp(id, 22), 'wrongState');
    await engine.start(id);
    await expectUserError(engine.openTcp(id, 22, newId()), 'notFound');
    await expectUserError(engine.openTcp(id, 70_000), 'refused');
    await engine.destroy(id);
  });

  it('rejects a stream over a network interface without an address', async () => {
    const { engine, running, newId } = bench();
    const nic = { id: newId(), mac: '52:54:00:77:00:01', connected: true };
    const { id } = await running({ nics: [nic] });
    await expectUserError(engine.openTcp(id, 22), 'refused');
    await expectUserError(engine.openTcp(id, 22, nic.id), 'refused');
    await engine.destroy(id);
  });
}
