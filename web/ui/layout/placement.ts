import type { CSSProperties } from 'react';
import styles from './layout.module.css';

type Length = number | string;

/**
 * The placement props of every part of the layout kit. Lengths are pixels, or CSS. Sides follow the
 * reading direction.
 */
export interface Placement {
  gap?: Length;
  align?: CSSProperties['alignItems'];
  justify?: CSSProperties['justifyContent'];
  justifyItems?: CSSProperties['justifyItems'];
  alignContent?: CSSProperties['alignContent'];
  alignSelf?: CSSProperties['alignSelf'];
  justifySelf?: CSSProperties['justifySelf'];
  gridColumn?: string;
  flex?: Length;
  flexBasis?: Length;
  mt?: Length;
  mb?: Length;
  ms?: Length;
  p?: Length;
  px?: Length;
  py?: Length;
  pt?: Length;
  pb?: Length;
  ps?: Length;
  pe?: Length;
  width?: Length;
  minWidth?: Length;
  maxWidth?: Length;
  minHeight?: Length;
  maxHeight?: Length;
  textAlign?: CSSProperties['textAlign'];
  lineHeight?: Length;
  letterSpacing?: string;
  weight?: number | 'inherit';
  /** One of the kit's sizes, or any CSS value. */
  size?: string;
  tone?: 'soft' | 'plain' | 'danger' | 'success' | 'warning' | 'brand';
  /**
   * Where text wraps: also within words if necessary, never, or also at line breaks of the text.
   */
  wrap?: 'anywhere' | 'never' | 'lines' | 'pre';
  /** Scrolls content that is wider or taller than the element. */
  scroll?: 'x' | 'y' | 'both';
  isMono?: boolean;
  /** A single line, with an ellipsis if the text doesn't fit. */
  isCutShort?: boolean;
  isBlock?: boolean;
  isInline?: boolean;
  isNowrap?: boolean;
  isFramed?: boolean;
  isRounded?: boolean;
  isShaded?: boolean;
  isRaised?: boolean;
  /** Adds lines between the children. */
  hasLines?: boolean;
  /** Adds a line below the element, unless it is the last of its siblings. */
  hasLine?: boolean;
  hasLineAbove?: boolean;
  hasLineBelow?: boolean;
  /** The space above the line below the element. The last of its siblings has neither. */
  endsOpen?: Length;
  /** The flex of each child, or of the first one. */
  childFlex?: Length;
  firstFlex?: Length;
  /** For prose: paragraphs have no margins, and lines have a readable length. */
  isProse?: boolean;
  hasTightText?: boolean;
  /** For forms: fields fill the width, buttons and texts are as wide as necessary. */
  isForm?: boolean;
  /**
   * Sticks at this distance from the top of the window while the page scrolls. Not on small
   * screens.
   */
  stickyTop?: Length;
}

/** The CSS property of each length or keyword that is set on the element itself. */
const properties = {
  gap: 'gap',
  align: 'alignItems',
  justify: 'justifyContent',
  justifyItems: 'justifyItems',
  alignContent: 'alignContent',
  alignSelf: 'alignSelf',
  justifySelf: 'justifySelf',
  gridColumn: 'gridColumn',
  flex: 'flex',
  flexBasis: 'flexBasis',
  mt: 'marginBlockStart',
  mb: 'marginBlockEnd',
  ms: 'marginInlineStart',
  p: 'padding',
  px: 'paddingInline',
  py: 'paddingBlock',
  pt: 'paddingBlockStart',
  pb: 'paddingBlockEnd',
  ps: 'paddingInlineStart',
  pe: 'paddingInlineEnd',
  width: 'inlineSize',
  minWidth: 'minInlineSize',
  maxWidth: 'maxInlineSize',
  minHeight: 'minBlockSize',
  maxHeight: 'maxBlockSize',
  textAlign: 'textAlign',
  lineHeight: 'lineHeight',
  letterSpacing: 'letterSpacing',
  weight: 'fontWeight',
} as const satisfies Partial<Record<keyof Placement, string>>;

const flags = {
  isMono: styles.mono,
  isCutShort: styles.cutShort,
  isBlock: styles.block,
  isFramed: styles.framed,
  isRounded: styles.rounded,
  isShaded: styles.shaded,
  isRaised: styles.raised,
  hasLines: styles.divided,
  isForm: styles.form,
  hasLine: styles.line,
  hasLineAbove: styles.lineAbove,
  hasLineBelow: styles.lineBelow,
  isProse: styles.prose,
  hasTightText: styles.tight,
} as const satisfies Partial<Record<keyof Placement, string | undefined>>;

/** Props whose value is set as a custom property that the class uses. */
const variables = {
  endsOpen: ['--open-end', styles.openEnd],
  childFlex: ['--child-flex', styles.stretch],
  firstFlex: ['--first-flex', styles.lead],
  stickyTop: ['--sticky', styles.sticky],
} as const;

const isKeyOf = <T extends object>(table: T, key: string): key is keyof T & string => key in table;
const kitSize = /^(xs|sm|md|lg|xl)$/;

/**
 * The element's share of these props: its classes, its style, and all props that aren't placement.
 */
export function place(
  base: string | undefined,
  {
    className,
    style,
    ...props
  }: Record<string, unknown> & { className?: string; style?: CSSProperties },
): Record<string, unknown> {
  const classes: (string | undefined)[] = [styles.part, base];
  const css: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(props)) {
    if (isKeyOf(properties, key)) css[properties[key]] = value;
    else if (isKeyOf(flags, key)) classes.push(value === true ? flags[key] : undefined);
    else if (isKeyOf(variables, key)) {
      const [name, variable] = variables[key];
      css[name] = /flex/.test(name) || typeof value !== 'number' ? value : `${value}px`;
      classes.push(variable);
    } else if (key === 'tone' || key === 'wrap') classes.push(styles[String(value)]);
    else if (key === 'size')
      css.fontSize = kitSize.test(String(value))
        ? `var(--mantine-font-size-${String(value)})`
        : value;
    else if (key === 'scroll') {
      if (value !== 'y') css.overflowX = 'auto';
      if (value !== 'x') css.overflowY = 'auto';
    } else if (key === 'isInline') rest['data-inline'] = value === true || undefined;
    else if (key === 'isNowrap') rest['data-nowrap'] = value === true || undefined;
    else rest[key] = value;
  }
  return {
    ...rest,
    className: [...classes, className].filter(Boolean).join(' '),
    style: { ...css, ...style },
  };
}
