import { type Messages, message } from './message.ts';

/** Rules of the compatible API. */
export const compatibleMessages = {
  compatibleServersUnknown: message(404, 'No servers found ({given})', 'לא נמצאו שרתים ({given})'),
  compatibleServersMany: message(422, 'Too many matching servers', 'יותר מדי שרתים מתאימים'),
  compatibleFlagNone: message(422, 'Please choose a configuration flag', 'יש לבחור דגל תצורה'),
  compatibleFlagsMany: message(
    422,
    'Please choose only 1 configuration flag at a time',
    'יש לבחור דגל תצורה אחד בלבד בכל פעם',
  ),
  compatibleIdOrName: message(
    422,
    'Please choose --id or --name flags',
    'יש לבחור בדגל --id או בדגל --name',
  ),
  compatibleNameUnknown: message(
    404,
    '--name flag did not match any servers',
    'הדגל --name אינו מתאים לאף שרת',
  ),
  compatibleNameMany: message(
    422,
    '--name flag must match a single server',
    'הדגל --name חייב להתאים לשרת אחד',
  ),
  compatibleFlagMissing: message(422, 'missing required flag ({flag})', 'חסר דגל נדרש ({flag})'),
  compatibleFlagWrong: message(
    422,
    'invalid value for flag {flag}: {given}. {problem}',
    'ערך לא תקין לדגל {flag}: {given}. {problem}',
  ),
  compatibleSnapshotsKept: message(409, 'server has snapshots', 'לשרת יש תמונות מצב'),
  compatibleNetworkUnknown: message(
    404,
    'selected network was not found: {given}',
    'הרשת שנבחרה לא נמצאה: {given}',
  ),
  compatibleNetworkNone: message(404, 'Network {given} doesn’t exist.', 'הרשת {given} לא קיימת.'),
  compatibleSubnetUnknown: message(
    404,
    'selected subnet was not found: {given}',
    'תת הרשת שנבחרה לא נמצאה: {given}',
  ),
  compatibleNetworkKept: message(
    409,
    'The network {name} still has subnets. Delete them first.',
    'ברשת {name} עדיין יש תתי-רשתות. יש למחוק אותן תחילה.',
  ),
  compatibleImageElsewhere: message(
    422,
    'disk image ID must match the selected datacenter',
    'מזהה הדימוי חייב להתאים למרכז הנתונים שנבחר',
  ),
  compatibleImageUnknown: message(
    422,
    'failed to find disk image {given}, available in datacenter {datacenter}: {names}',
    'הדימוי {given} לא נמצא, הזמינים במרכז הנתונים {datacenter}: {names}',
  ),
  compatibleDatacenterUnknown: message(
    422,
    'there is no datacenter {given}, available are: {names}',
    'אין מרכז נתונים {given}, הזמינים הם: {names}',
  ),
  compatibleMetricNone: message(422, 'Please choose a metric to show', 'יש לבחור מדד להצגה'),
  compatiblePeriodNone: message(
    422,
    'Please specify period, or startdate and enddate flags',
    'יש לציין תקופה, או את הדגלים startdate ו-enddate',
  ),
  compatibleServerOn: message(
    409,
    'the server {name} is powered on, power it off first or use the force flag',
    'השרת {name} פועל, יש לכבות אותו תחילה או להשתמש בדגל force',
  ),
  compatiblePathUnknown: message(404, 'unknown path: {given}', 'נתיב לא מוכר: {given}'),
} satisfies Messages;
