import activity from '@tabler/icons/outline/activity.svg?raw';
import alertTriangle from '@tabler/icons/outline/alert-triangle.svg?raw';
import archive from '@tabler/icons/outline/archive.svg?raw';
import arrowBackUp from '@tabler/icons/outline/arrow-back-up.svg?raw';
import arrowsTransferUp from '@tabler/icons/outline/arrows-transfer-up.svg?raw';
import box from '@tabler/icons/outline/box.svg?raw';
import bucket from '@tabler/icons/outline/bucket.svg?raw';
import bug from '@tabler/icons/outline/bug.svg?raw';
import buildingStore from '@tabler/icons/outline/building-store.svg?raw';
import calculator from '@tabler/icons/outline/calculator.svg?raw';
import camera from '@tabler/icons/outline/camera.svg?raw';
import check from '@tabler/icons/outline/check.svg?raw';
import chevronDown from '@tabler/icons/outline/chevron-down.svg?raw';
import chevronLeft from '@tabler/icons/outline/chevron-left.svg?raw';
import chevronRight from '@tabler/icons/outline/chevron-right.svg?raw';
import circleCheck from '@tabler/icons/outline/circle-check.svg?raw';
import circleX from '@tabler/icons/outline/circle-x.svg?raw';
import clock from '@tabler/icons/outline/clock.svg?raw';
import cloud from '@tabler/icons/outline/cloud.svg?raw';
import code from '@tabler/icons/outline/code.svg?raw';
import columns from '@tabler/icons/outline/columns.svg?raw';
import copy from '@tabler/icons/outline/copy.svg?raw';
import cpu from '@tabler/icons/outline/cpu.svg?raw';
import deviceDesktop from '@tabler/icons/outline/device-desktop.svg?raw';
import deviceFloppy from '@tabler/icons/outline/device-floppy.svg?raw';
import deviceMobile from '@tabler/icons/outline/device-mobile.svg?raw';
import disc from '@tabler/icons/outline/disc.svg?raw';
import dots from '@tabler/icons/outline/dots.svg?raw';
import download from '@tabler/icons/outline/download.svg?raw';
import externalLink from '@tabler/icons/outline/external-link.svg?raw';
import fileText from '@tabler/icons/outline/file-text.svg?raw';
import filter from '@tabler/icons/outline/filter.svg?raw';
import fingerprint from '@tabler/icons/outline/fingerprint.svg?raw';
import folder from '@tabler/icons/outline/folder.svg?raw';
import gauge from '@tabler/icons/outline/gauge.svg?raw';
import gift from '@tabler/icons/outline/gift.svg?raw';
import helpCircle from '@tabler/icons/outline/help-circle.svg?raw';
import history from '@tabler/icons/outline/history.svg?raw';
import home from '@tabler/icons/outline/home.svg?raw';
import infoCircle from '@tabler/icons/outline/info-circle.svg?raw';
import key from '@tabler/icons/outline/key.svg?raw';
import layoutDashboard from '@tabler/icons/outline/layout-dashboard.svg?raw';
import lifebuoy from '@tabler/icons/outline/lifebuoy.svg?raw';
import listCheck from '@tabler/icons/outline/list-check.svg?raw';
import lock from '@tabler/icons/outline/lock.svg?raw';
import lockOpen from '@tabler/icons/outline/lock-open.svg?raw';
import logout from '@tabler/icons/outline/logout.svg?raw';
import mail from '@tabler/icons/outline/mail.svg?raw';
import menu2 from '@tabler/icons/outline/menu-2.svg?raw';
import moon from '@tabler/icons/outline/moon.svg?raw';
import network from '@tabler/icons/outline/network.svg?raw';
import palette from '@tabler/icons/outline/palette.svg?raw';
import pencil from '@tabler/icons/outline/pencil.svg?raw';
import playerPause from '@tabler/icons/outline/player-pause.svg?raw';
import playerPlay from '@tabler/icons/outline/player-play.svg?raw';
import playerStop from '@tabler/icons/outline/player-stop.svg?raw';
import plus from '@tabler/icons/outline/plus.svg?raw';
import receipt from '@tabler/icons/outline/receipt.svg?raw';
import refresh from '@tabler/icons/outline/refresh.svg?raw';
import reload from '@tabler/icons/outline/reload.svg?raw';
import report from '@tabler/icons/outline/report.svg?raw';
import resize from '@tabler/icons/outline/resize.svg?raw';
import restore from '@tabler/icons/outline/restore.svg?raw';
import search from '@tabler/icons/outline/search.svg?raw';
import server from '@tabler/icons/outline/server.svg?raw';
import server2 from '@tabler/icons/outline/server-2.svg?raw';
import serverCog from '@tabler/icons/outline/server-cog.svg?raw';
import settings from '@tabler/icons/outline/settings.svg?raw';
import shieldCheck from '@tabler/icons/outline/shield-check.svg?raw';
import shoppingBag from '@tabler/icons/outline/shopping-bag.svg?raw';
import signature from '@tabler/icons/outline/signature.svg?raw';
import stack from '@tabler/icons/outline/stack.svg?raw';
import sun from '@tabler/icons/outline/sun.svg?raw';
import terminal2 from '@tabler/icons/outline/terminal-2.svg?raw';
import trash from '@tabler/icons/outline/trash.svg?raw';
import upload from '@tabler/icons/outline/upload.svg?raw';
import userCircle from '@tabler/icons/outline/user-circle.svg?raw';
import users from '@tabler/icons/outline/users.svg?raw';
import world from '@tabler/icons/outline/world.svg?raw';
import x from '@tabler/icons/outline/x.svg?raw';
import type { IconName } from '../../contract/icons.ts';

const drawings: Record<IconName, string> = {
  back: arrowBackUp,
  'arrows-transfer': arrowsTransferUp,
  bucket,
  'building-store': buildingStore,
  folder,
  home,
  lifebuoy,
  report,
  'shopping-bag': shoppingBag,
  stack,
  activity,
  alert: alertTriangle,
  box,
  bug,
  calculator,
  camera,
  check,
  'chevron-down': chevronDown,
  'chevron-left': chevronLeft,
  'chevron-right': chevronRight,
  'circle-check': circleCheck,
  'circle-x': circleX,
  cloud,
  code,
  columns,
  copy,
  cpu,
  'device-desktop': deviceDesktop,
  disk: deviceFloppy,
  dots,
  download,
  'external-link': externalLink,
  'file-text': fileText,
  filter,
  'help-circle': helpCircle,
  history,
  info: infoCircle,
  'layout-dashboard': layoutDashboard,
  'list-check': listCheck,
  logout,
  mail,
  menu: menu2,
  moon,
  network,
  palette,
  pause: playerPause,
  play: playerPlay,
  plus,
  receipt,
  refresh,
  reload,
  resize,
  restore,
  search,
  server,
  'server-2': server2,
  'server-cog': serverCog,
  settings,
  signature,
  stop: playerStop,
  sun,
  terminal: terminal2,
  trash,
  upload,
  users,
  world,
  x,
  'device-mobile': deviceMobile,
  fingerprint,
  key,
  shield: shieldCheck,
  user: userCircle,
  edit: pencil,
  archive,
  'lock-open': lockOpen,
  lock,
  gift,
  cd: disc,
  gauge,
  clock,
};

/**
 * Combines the lines of an icon into one path. The menu alone has dozens of icons, and separate
 * elements for each line took a quarter of the time of a screen's first rendering. Each line starts
 * where it would on its own. The frame around them is omitted.
 */
const linesOf = (drawing: string): string =>
  [...drawing.matchAll(/<path d="([^"]+)"/g)]
    .map(([, line = '']) => (line.startsWith('M') ? line : `M0 0${line}`))
    .join('');

const paths = Object.fromEntries(
  Object.entries(drawings).map(([name, drawing]) => [name, linesOf(drawing)]),
) as Record<IconName, string>;

/**
 * An icon by its name. Sites can use any name for their own menu entries and pages. Unknown names
 * are shown as a box.
 */
export const iconByName = (name: string): IconName => (name in paths ? (name as IconName) : 'box');

/** An icon by its name. Decorative, because the text next to it says the same. */
export function Icon({
  name,
  size = 18,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className}
    >
      <path d={paths[name]} />
    </svg>
  );
}
