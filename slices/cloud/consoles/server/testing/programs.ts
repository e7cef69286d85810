import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** A program on this machine that listens on a port of 127.0.0.1 for a test. */
export interface Listening {
  port: number;
  stop(): Promise<void>;
}

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Why tests with real desktops can't run here. Null when they can. */
export const guacdMissing = (): string | null =>
  isInstalled('guacd') ? null : 'guacd is not installed';
export const xrdpMissing = (): string | null =>
  guacdMissing() ??
  (isInstalled('xrdp')
    ? null
    : 'xrdp is not installed (apt-get install --no-install-recommends xrdp)');
export const sshdMissing = (): string | null =>
  isInstalled('/usr/sbin/sshd')
    ? null
    : 'sshd is not installed (apt-get install --no-install-recommends openssh-server)';

async function findFreePort(from = 0): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(from, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

async function listening(
  port: number,
  program: ChildProcess,
  timeoutMs = 20_000,
): Promise<Listening> {
  const exited = new Promise<void>((resolve) => program.once('close', () => resolve()));
  const stop = async () => {
    program.kill('SIGKILL');
    await exited;
  };
  const deadline = performance.now() + timeoutMs;
  while (!(await isListening(port))) {
    if (performance.now() < deadline && program.exitCode === null) continue;
    await stop();
    throw new Error(`${program.spawnargs.join(' ')} does not listen at ${port}.`);
  }
  return { port, stop };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(() => resolve(false), 50));
  });

export async function startGuacd(): Promise<Listening> {
  const port = await findFreePort();
  return await listening(
    port,
    spawn('guacd', ['-f', '-b', '127.0.0.1', '-l', String(port)], { stdio: 'ignore' }),
  );
}

/** Starts a real VNC server with an empty screen. */
export async function startVncServer(): Promise<Listening> {
  const firstVncPort = 5900;
  const port = await findFreePort();
  if (port < firstVncPort) return await startVncServer();
  const display = `127.0.0.1:${port - firstVncPort}`;
  const options = [
    '-nodefaults',
    '-display',
    'none',
    '-machine',
    'q35',
    '-m',
    '64',
    '-vga',
    'std',
    '-S',
    '-vnc',
    display,
  ];
  return await listening(port, spawn('qemu-system-x86_64', options, { stdio: 'ignore' }));
}

/** Starts a real RDP server over TLS. Every sign-in shows the screen of a VNC server. */
export async function startXrdp(vncPort: number): Promise<Listening> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudberth-xrdp-'));
  const port = await findFreePort();
  const [key, certificate, config] = ['key.pem', 'certificate.pem', 'xrdp.ini'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=desktop',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    {
      stdio: 'ignore',
    },
  );
  const settings = [
    ...[
      '[Globals]',
      'ini_version=1',
      'fork=false',
      `port=tcp://127.0.0.1:${port}`,
      'security_layer=tls',
      'autorun=screen',
    ],
    ...[
      `certificate=${certificate}`,
      `key_file=${key}`,
      'max_bpp=32',
      'use_fastpath=both',
      'allow_channels=true',
    ],
    // guacd requests these channels and disconnects if any are missing.
    ...['[Channels]', 'drdynvc=true', 'cliprdr=true', 'rdpdr=true', 'rdpsnd=true'],
    ...['[Logging]', `LogFile=${join(folder, 'log')}`, 'LogLevel=WARNING', 'EnableSyslog=false'],
    ...[
      '[screen]',
      'name=screen',
      'lib=libvnc.so',
      'username=ask',
      'password=ask',
      'ip=127.0.0.1',
      `port=${vncPort}`,
    ],
  ];
  writeFileSync(config, `${settings.join('\n')}\n`);
  const server = await listening(
    port,
    spawn('xrdp', ['--nodaemon', '--config', config], { stdio: 'ignore' }),
  );
  return {
    port,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Sshd extends Listening {
  /** The working folder of commands. */
  home: string;
  user: string;
  privateKey: string;
}

/**
 * Starts OpenSSH's own server. Signing in with the key prints a greeting and echoes each line.
 * Commands run in a home folder of the test server.
 */
export async function startSshd(): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudberth-sshd-'));
  const port = await findFreePort();
  const file = (name: string, content: string, mode = 0o600) => {
    writeFileSync(join(folder, name), content, { mode });
    return join(folder, name);
  };
  /** A key of the default type, generated by OpenSSH itself. */
  const newKey = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
    return join(folder, name);
  };
  const [key, hostKey] = [newKey('key'), newKey('host_key')];
  const greeter = file(
    'greet',
    `#!/bin/sh
export HOME=${folder}
if [ -n "$SSH_ORIGINAL_COMMAND" ]; then exec sh -c "$SSH_ORIGINAL_COMMAND"; fi
echo "a real shell of $(stty size)"
read line
echo "you said $line"
read line
`,
    0o755,
  );
  const settings = [
    ...[
      `HostKey ${hostKey}`,
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `AuthorizedKeysFile ${key}.pub`,
    ],
    ...[
      'StrictModes no',
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      `ForceCommand ${greeter}`,
      'PidFile none',
    ],
  ];
  execFileSync('mkdir', ['-p', '/run/sshd']);
  const program = spawn(
    '/usr/sbin/sshd',
    ['-D', '-e', '-f', file('config', `${settings.join('\n')}\n`)],
    { stdio: 'ignore' },
  );
  const server = await listening(port, program);
  return {
    ...{ port, home: folder, user: userInfo().username, privateKey: readFileSync(key, 'utf8') },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
