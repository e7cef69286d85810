import type { ReactNode } from 'react';
import type { IconName } from '../../../../../contract/icons.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import type { Server } from '../commands.ts';
import { ServerState } from '../ServerState.tsx';
import { text } from '../text.ts';
import styles from './list.module.css';

/** The name, with the most important fact below: the running task, the problem, or the image. */
export function ServerName({ server }: { server: Server }) {
  const { id, name, task, problem, image, description, isSimulated } = server;
  return (
    <>
      <a className={`link ${styles.name}`} data-part="server-name" href={`/servers/${id}`}>
        <bdi>{name}</bdi>
      </a>
      {task ? (
        <TaskLine task={task} />
      ) : problem ? (
        <span className={`${styles.line} danger-text`}>{problem}</span>
      ) : (
        <span className={styles.line}>
          <bdi>{description || image}</bdi>
          {isSimulated && (
            <>
              {' · '}
              <span data-hint={text('simulatedHint')}>{text('simulated')}</span>
            </>
          )}
        </span>
      )}
    </>
  );
}

function TaskLine({ task: { title, progress } }: { task: NonNullable<Server['task']> }) {
  return (
    <span className={`${styles.line} ${styles.task}`}>
      <span>{title}</span>
      <span
        className="progress"
        role="progressbar"
        aria-label={text('progressOf', { title, progress })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <span style={{ inlineSize: `${progress}%` }} />
      </span>
    </span>
  );
}

/** The state, and a link to the console if there is one. */
export function StateCell({ server }: { server: Server }) {
  return (
    <span className={styles.state}>
      <ServerState server={server} />
      {server.lock && (
        <IconHint
          icon="lock"
          hint={text('lockedBy', { name: server.lock.by, reason: server.lock.reason })}
        />
      )}
      {server.obstacles.console === undefined && (
        <a
          className={styles.console}
          href={`/servers/${server.id}/connect`}
          aria-label={text('consoleOf', { name: server.name })}
          data-hint={text('openConsole')}
        >
          <Icon name="terminal" size={16} />
        </a>
      )}
    </span>
  );
}

function IconHint({ icon, hint }: { icon: IconName; hint: string }) {
  return (
    <span className={styles.locked} data-hint={hint}>
      <Icon name={icon} size={14} />
      <span className="visually-hidden">{hint}</span>
    </span>
  );
}

/** A reading above a bar of its percentage. */
export function Load({ percent, children }: { percent: number; children: ReactNode }) {
  return (
    <span className={styles.load}>
      <bdi className="number" dir="ltr">
        {children}
      </bdi>
      <span className="progress" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, Math.max(1, percent))}%` }} />
      </span>
    </span>
  );
}

/** The first address with a copy button. The others are shown on hover. */
export function Addresses({ server: { name, ips } }: { server: Server }) {
  const [first, ...others] = ips;
  if (first === undefined) return <span className="soft">–</span>;
  return (
    <span className={styles.address}>
      <Code>{first}</Code>
      <CopyButton value={first} label={text('address', { name })} />
      {others.length > 0 && (
        <span className={styles.mark} data-hint={others.join(', ')} data-hint-dir="ltr">
          {text('moreAddresses', { count: others.length })}
        </span>
      )}
    </span>
  );
}
