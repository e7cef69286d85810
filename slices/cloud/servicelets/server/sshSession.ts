import type ssh2 from 'ssh2';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { GuestUnresponsive } from '../../consoles/server/index.ts';
import { localize } from '../texts/localize.ts';
import {
  type GuestSession,
  GuestSessionError,
  guestQueryMs,
  guestSession,
  type RunScript,
} from './guestSession.ts';
import { scriptsOfUser } from './scripts.ts';

/** Limits memory use if a command prints endlessly. Normal output is smaller. */
const maxOutputBytes = 1024 * 1024;

/**
 * Runs a script over SSH as the signed-in user. Keeps one connection for the run and reopens it if
 * it is lost.
 */
export function sshSession(open: () => Promise<ssh2.Client>, runId: string): GuestSession {
  let connection: Promise<ssh2.Client> | null = null;
  const clearConnection = () => {
    connection = null;
  };
  const connectOnce = (): Promise<ssh2.Client> => {
    connection ??= open().then(
      (client) => client.once('close', clearConnection),
      (error: unknown) => {
        clearConnection();
        throw error;
      },
    );
    return connection;
  };
  // Separates the output from anything the user's shell prints at its start.
  const mark = `-- ${runId} --\n`;
  const runScript: RunScript = async (script, args, input) => {
    const command = ['sh', '-c', `echo '${mark.trim()}'\n${script}`, 'sh', ...args]
      .map(quoted)
      .join(' ');
    const { code, out, err } = await execute(await connectOnce(), command, input);
    const [, output] = splitOnce(out, mark);
    if (code !== 0 || output === undefined)
      throw new GuestSessionError(
        (err.trim() || (output ?? out).trim()).slice(-300) || `exit code ${code ?? 'none'}`,
      );
    return output;
  };
  return {
    ...guestSession(runScript, scriptsOfUser(), runId),
    close: () => {
      connection?.then((client) => client.end()).catch(() => undefined);
      clearConnection();
    },
  };
}

/** Quotes text as a single word for any shell. */
const quoted = (argument: string): string => `'${argument.replaceAll("'", "'\\''")}'`;

function splitOnce(text: string, mark: string): [string, string?] {
  const offset = text.indexOf(mark);
  return offset < 0 ? [text] : [text.slice(0, offset), text.slice(offset + mark.length)];
}

interface ExecResult {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs a command to completion. Throws `GuestUnresponsive` if the connection is lost or the guest doesn't
 * respond in time.
 */
function execute(
  client: ssh2.Client,
  command: string,
  input: string | undefined,
): Promise<ExecResult> {
  return new Promise((resolve, reject) => {
    const failConnection = (problem: LocalizedText) => {
      onAnswer();
      reject(new GuestUnresponsive([{ name: 'sshFailed', values: { problem } }]));
    };
    const timer = setTimeout(() => {
      failConnection(localize('bySsh.timer.connectionTimedOut'));
      client.destroy();
    }, guestQueryMs);
    const onClose = () => failConnection(localize('bySsh.leave.connectionLost'));
    client.once('close', onClose);
    const onAnswer = (): void => {
      clearTimeout(timer);
      client.off('close', onClose);
    };
    const run = (failure: Error | undefined, channel: ssh2.ClientChannel) => {
      if (failure) {
        onAnswer();
        return reject(new GuestSessionError(failure.message));
      }
      const [out, err] = [collectOutput(channel), collectOutput(channel.stderr)];
      let code: number | null | undefined;
      channel.on('exit', (exitCode: number | null) => {
        code = exitCode;
      });
      channel.on('close', () => {
        if (code === undefined) return onClose();
        onAnswer();
        resolve({ code, out: out(), err: err() });
      });
      channel.on('error', () => undefined);
      channel.end(input ?? '');
    };
    try {
      client.exec(command, run);
    } catch {
      // The connection was closed just before.
      onClose();
    }
  });
}

/** Collects a stream's output. Call the result after the stream has ended. */
function collectOutput(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxOutputBytes) chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString();
}
