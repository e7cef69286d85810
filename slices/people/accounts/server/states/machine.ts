import { userError } from '../../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';

/**
 * The possible triggers of a transition: the portal itself (a payment arrived, a limit was
 * exceeded), a role, or the account's own user.
 */
export type TransitionActor = 'portal' | 'root' | 'siteAdmin' | 'billingAdmin' | 'owner';

export interface State<S> {
  value: S;
  title: LocalizedText;
  /** What the account can and can't do in this state. */
  meaning: LocalizedText;
}

export interface Transition<S, E> {
  event: E;
  from: readonly S[];
  /**
   * The target states. More than one if the transition can return to its origin. The first is the
   * default.
   */
  to: readonly S[];
  by: readonly TransitionActor[];
}

export interface Machine<S extends string | number = string | number, E extends string = string> {
  name: string;
  title: LocalizedText;
  states: readonly State<S>[];
  events: Record<E, LocalizedText>;
  transitions: readonly Transition<S, E>[];
  /**
   * Initial states, which need no incoming transitions, and final states, which need no outgoing
   * ones. By default, every state has both.
   */
  starts?: readonly S[];
  ends?: readonly S[];
}

export type Move<S> = { isAllowed: true; to: S } | { isAllowed: false; problem: LocalizedText };

/**
 * The target state of an event, or why the event is rejected. `target` selects one of several
 * targets.
 */
export function next<S extends string | number, E extends string>(
  machine: Machine<S, E>,
  from: S,
  event: E,
  by: TransitionActor,
  target?: S,
): Move<S> {
  const transitions = machine.transitions.filter(
    (transition) => transition.event === event && transition.from.includes(from),
  );
  if (transitions.length === 0)
    return { isAllowed: false, problem: invalidSourceState(machine, from, event) };
  const ownTransitions = transitions.filter((transition) => transition.by.includes(by));
  if (ownTransitions.length === 0)
    return { isAllowed: false, problem: invalidActor(machine, event) };
  const to = ownTransitions.flatMap((transition) => transition.to);
  const chosen = target === undefined ? to[0] : to.find((state) => state === target);
  if (chosen === undefined)
    return { isAllowed: false, problem: invalidTargetState(machine, event, target as S) };
  return { isAllowed: true, to: chosen };
}

/** Like `next`, for one account. Throws `stateRefused`. */
export function applyTransition<S extends string | number, E extends string>(
  machine: Machine<S, E>,
  account: { email: string; state: S; by: TransitionActor },
  event: E,
  target?: S,
): S {
  const move = next(machine, account.state, event, account.by, target);
  if (!move.isAllowed)
    throw userError('stateRefused', { email: account.email, problem: move.problem });
  return move.to;
}

export function titleOf<S extends string | number>(
  machine: Pick<Machine<S>, 'states'>,
  value: S,
): LocalizedText {
  const state = machine.states.find((candidate) => candidate.value === value);
  return state?.title ?? eachLanguage(() => String(value));
}

type TitledMachine<S extends string | number, E extends string> = Pick<
  Machine<S, E>,
  'states' | 'events'
>;

function invalidSourceState<S extends string | number, E extends string>(
  machine: TitledMachine<S, E>,
  from: S,
  event: E,
): LocalizedText {
  const state = titleOf(machine as Pick<Machine<S>, 'states'>, from);
  return localize('machine.notFrom', { state, event: machine.events[event] });
}

function invalidActor<S extends string | number, E extends string>(
  machine: TitledMachine<S, E>,
  event: E,
): LocalizedText {
  return localize('machine.notBy', { event: machine.events[event] });
}

function invalidTargetState<S extends string | number, E extends string>(
  machine: TitledMachine<S, E>,
  event: E,
  target: S,
): LocalizedText {
  const state = titleOf(machine as Pick<Machine<S>, 'states'>, target);
  return localize('machine.notTo', { event: machine.events[event], state });
}
