import type ssh2 from 'ssh2';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { GuestSilent } from '../../consoles/server/index.ts';
import { localize } from '../texts/localize.ts';
import { type Ask, type Inside, InsideError, insideBy, questionMs } from './inside.ts';
import { scriptsOfUser } from './scripts.ts';

/** Limits memory use if a command prints endlessly. Normal output is smaller. */
const mostPrintedBytes = 1024 * 1024;

/**
 * Runs a script over SSH as the signed-in user. Keeps one connection for the run and reopens it if
 * it is lost.
 */
export function insideBySsh(open: () => Promise<ssh2.Client>, runId: string): Inside {
  let connection: Promise<ssh2.Client> | null = null;
  const forget = () => {
    connection = null;
  };
  const connected = (): Promise<ssh2.Client> => {
    connection ??= open().then(
      (client) => client.once('close', forget),
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    return connection;
  };
  // Separates the output from anything the user's shell prints at its start.
  const mark = `-- ${runId} --\n`;
  const ask: Ask = async (script, args, input) => {
    const command = ['sh', '-c', `echo '${mark.trim()}'\n${script}`, 'sh', ...args]
      .map(quoted)
      .join(' ');
    const { code, out, err } = await execute(await connected(), command, input);
    const [, said] = splitOnce(out, mark);
    if (code !== 0 || said === undefined)
      throw new InsideError(
        (err.trim() || (said ?? out).trim()).slice(-300) || `exit code ${code ?? 'none'}`,
      );
    return said;
  };
  return {
    ...insideBy(ask, scriptsOfUser(), runId),
    close: () => {
      connection?.then((client) => client.end()).catch(() => undefined);
      forget();
    },
  };
}

/** Quotes text as a single word for any shell. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

interface Executed {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs a command to completion. Throws `GuestSilent` if the connection is lost or the guest doesn't
 * respond in time.
 */
function execute(
  client: ssh2.Client,
  command: string,
  input: string | undefined,
): Promise<Executed> {
  return new Promise((resolve, reject) => {
    const lost = (problem: LocalizedText) => {
      answered();
      reject(new GuestSilent([{ name: 'sshFailed', values: { problem } }]));
    };
    const timer = setTimeout(() => {
      lost(localize('bySsh.timer.connectionTimedOut'));
      client.destroy();
    }, questionMs);
    const leave = () => lost(localize('bySsh.leave.connectionLost'));
    client.once('close', leave);
    const answered = (): void => {
      clearTimeout(timer);
      client.off('close', leave);
    };
    const run = (refused: Error | undefined, channel: ssh2.ClientChannel) => {
      if (refused) {
        answered();
        return reject(new InsideError(refused.message));
      }
      const [out, err] = [collected(channel), collected(channel.stderr)];
      let code: number | null | undefined;
      channel.on('exit', (exitCode: number | null) => {
        code = exitCode;
      });
      channel.on('close', () => {
        if (code === undefined) return leave();
        answered();
        resolve({ code, out: out(), err: err() });
      });
      channel.on('error', () => undefined);
      channel.end(input ?? '');
    };
    try {
      client.exec(command, run);
    } catch {
      // The connection was closed just before.
      leave();
    }
  });
}

/** Collects a stream's output. Call the result after the stream has ended. */
function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostPrintedBytes) chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString();
}
