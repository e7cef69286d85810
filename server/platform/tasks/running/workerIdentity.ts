import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * The identity of a worker, so that another one on the same machine can tell whether it is still
 * running.
 */
export interface WorkerIdentity {
  id: string;
  machine: string;
  pid: number;
  pidStarted: string;
}

export function thisWorker(): WorkerIdentity {
  return {
    id: randomUUID(),
    machine: machineName(),
    pid: process.pid,
    pidStarted: readProcess(process.pid)?.started ?? '',
  };
}

/** Whether the process has definitely ended. Always false for a worker on another machine. */
export function hasExited(worker: Omit<WorkerIdentity, 'id'>): boolean {
  if (worker.machine !== machineName()) return false;
  try {
    process.kill(worker.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const found = readProcess(worker.pid);
  if (!found) return false;
  return found.isEnded || found.started !== worker.pidStarted;
}

/**
 * Identifies the namespace in which process IDs are valid: one boot of one machine, and one
 * container on it.
 */
function machineName(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // No /proc, so the system isn't Linux.
  }
}

/**
 * Reads fields 3 (state) and 22 (start time in ticks) of the proc(5) stat file. The text before the
 * last parenthesis is the process name.
 */
function readProcess(pid: number): { isEnded: boolean; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { isEnded: fields[0] === 'Z' || fields[0] === 'X', started: fields[19] ?? '' };
  } catch {
    return null;
  }
}
