import { describe, expect, it } from 'vitest';
import { offObstacle } from './growth.ts';

describe('adding memory to a running server', () => {
  const server = { power: 'on' as const, cores: 1, ramMb: 256 };

  it('explains that the server must be off when the engine has no room for the requested size', () => {
    const obstacle = offObstacle(server, { cores: 1, ramMb: 512 }, { cores: 8, ramMb: 256 });
    expect(obstacle?.en).toBe(
      'The memory can’t grow while the server is on. Turn the server off, change the memory to 512 MB, and turn it on again.',
    );
    expect(obstacle?.he).toContain('512 MB');
  });

  it('reports the maximum when the request exceeds it', () => {
    expect(offObstacle(server, { cores: 1, ramMb: 2048 }, { cores: 8, ramMb: 1024 })?.en).toContain(
      'can grow to 1024 MB',
    );
  });

  it('succeeds when there is room, and while the server is off', () => {
    expect(offObstacle(server, { cores: 1, ramMb: 512 }, { cores: 8, ramMb: 1024 })).toBeNull();
    expect(offObstacle({ ...server, power: 'off' }, { cores: 1, ramMb: 512 }, null)).toBeNull();
  });
});
