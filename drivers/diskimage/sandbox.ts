import { spawn } from 'node:child_process';
import { chmod, lchown, lstat, mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, confinedAccount } from '../sandbox/account.ts';

export interface SandboxLimits {
  memoryBytes: number;
  cpuSeconds: number;
  /** Maximum size of a file that the program writes. */
  fileBytes: number;
}

export interface SandboxResult {
  /** Null when a signal ended the program. */
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Maximum length of the returned output, in bytes. */
const outputMax = 2 ** 20;

/**
 * Runs in separate namespaces: creates a root with the machine's programs (read-only) and the work
 * folder, drops all privileges, and limits resource usage. `$1` is the empty folder that becomes
 * the root, `$2` the work folder, `$3`–`$5` limits, `$6` options of setpriv that change the user,
 * followed by the command.
 */
const script = `set -eu
root=$1 work=$2 memory=$3 cpu=$4 file=$5 user=$6
shift 6
umask 022
mount -t tmpfs -o mode=755,size=256k cloudberth "$root"
for folder in usr bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$folder" ]; then cp -P "/$folder" "$root/$folder"
  elif [ -d "/$folder" ]; then
    mkdir "$root/$folder"
    mount --rbind "/$folder" "$root/$folder"
    mount -o remount,bind,ro "$root/$folder"
  fi
done
mkdir "$root/work" "$root/etc" "$root/dev"
if [ -e /etc/ld.so.cache ]; then cp /etc/ld.so.cache "$root/etc/ld.so.cache"; fi
: > "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount --bind "$work" "$root/work"
umask 077
exec chroot "$root" setpriv $user --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all \\
  prlimit --as="$memory" --cpu="$cpu" --fsize="$file" --core=0 --nofile=64 sh -c 'cd /work && exec "$@"' sh "$@"`;

/**
 * Runs in separate namespaces: no network, no other processes, no other files. Ends with the
 * portal.
 */
const namespaces = ['--mount', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child'];

/**
 * Runs a program on untrusted files without network or privileges. It sees only the machine's
 * programs and `workFolder` (its working directory). Rejects when it can't be started, and with the
 * signal's reason when aborted. The result contains how it ended.
 */
export async function runSandboxed(
  workFolder: string,
  command: readonly string[],
  limits: SandboxLimits,
  options: { signal?: AbortSignal; onOutput?: (text: string) => void } = {},
): Promise<SandboxResult> {
  options.signal?.throwIfAborted();
  const root = await mkdtemp(join(tmpdir(), 'cloudberth-sandbox-'));
  const sizes = [limits.memoryBytes, limits.cpuSeconds, limits.fileBytes].map((value) =>
    String(Math.floor(value)),
  );
  const account = await confinedAccount();
  // Only root can switch to another user. Other users are root of a user namespace until the
  // program starts.
  const user = account ? [] : ['--user', '--map-root-user'];
  const change = account ? `--reuid=${account.uid} --regid=${account.gid} --clear-groups` : '';
  const shell = ['sh', '-c', script, 'sandbox', root, workFolder, ...sizes, change, ...command];
  try {
    if (account) await grantReadAccess(workFolder, account);
    return await run(['--pdeathsig', 'KILL', 'unshare', ...user, ...namespaces, ...shell], options);
  } finally {
    if (account) await reclaim(workFolder, account);
    // The mounts ended with the namespace.
    await rmdir(root).catch(() => undefined);
  }
}

/** The account can read the folder's files and create new ones. */
async function grantReadAccess(folder: string, { uid, gid }: Account): Promise<void> {
  for (const name of await readdir(folder)) {
    await lchown(join(folder, name), 0, gid);
    await chmod(join(folder, name), 0o640);
  }
  await lchown(folder, uid, gid);
}

/** After the program has ended, the portal takes ownership of the files it created. */
async function reclaim(folder: string, { uid }: Account): Promise<void> {
  await lchown(folder, 0, 0);
  for (const path of (await readdir(folder)).map((name) => join(folder, name)))
    if ((await lstat(path)).uid === uid) await lchown(path, 0, 0);
}

function run(
  args: string[],
  { signal, onOutput }: { signal?: AbortSignal; onOutput?: (text: string) => void },
): Promise<SandboxResult> {
  return new Promise((resolve, reject) => {
    const env = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C',
    };
    const child = spawn('setpriv', args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    const output = { stdout: '', stderr: '' };
    const abort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', abort, { once: true });
    child.stdout.on('data', (bytes: Buffer) => {
      onOutput?.(bytes.toString());
      if (output.stdout.length < outputMax) output.stdout += bytes;
    });
    child.stderr.on('data', (bytes: Buffer) => {
      if (output.stderr.length < outputMax) output.stderr += bytes;
    });
    child.once('error', reject);
    child.once('close', (exitCode) => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve({ exitCode, ...output });
    });
  });
}
