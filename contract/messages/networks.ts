import { type Messages, message } from './message.ts';

/** Of networks and the firewall. */
export const networksMessages = {
  firewallGroupNameTaken: message(
    409,
    'There is a firewall group named {name} already. Choose another name.',
    'כבר קיימת קבוצת חומת אש בשם {name}. יש לבחור שם אחר.',
  ),
  firewallGroupUsed: message(
    422,
    'The firewall group {name} is used by network cards or named in rules. Take it out of them first.',
    'קבוצת חומת האש {name} נמצאת בשימוש של כרטיסי רשת או נזכרת בכללים. יש להסירה מהם תחילה.',
  ),
  firewallGroupLimit: message(
    422,
    'There are {max} firewall groups already, the most there can be. Delete one first.',
    'יש כבר {max} קבוצות חומת אש, המספר המרבי. יש למחוק אחת תחילה.',
  ),
  firewallRuleWrong: message(400, 'This cannot be used: {problem}', 'לא ניתן להשתמש בזה: {problem}'),
  firewallNoDraft: message(
    422,
    'Nothing of {name} has been edited, so there is nothing to put in force.',
    'לא נערך דבר ב-{name}, ולכן אין מה להחיל.',
  ),
  networkFull: message(422, 'No free address is left in {network}.', 'לא נותרה כתובת פנויה ברשת {network}.'),
  networkNameTaken: message(409, 'There is already a network called {name} here.', 'כבר קיימת כאן רשת בשם {name}.'),
  networkInUse: message(
    409,
    'The network {name} is in use by {servers}. Take these servers off it first.',
    'הרשת {name} נמצאת בשימוש של {servers}. יש לנתק ממנה שרתים אלה תחילה.',
  ),
  subnetInUse: message(
    409,
    'The subnet {cidr} is in use by {servers}. Take these servers off it first.',
    'תת-הרשת {cidr} נמצאת בשימוש של {servers}. יש לנתק ממנה שרתים אלה תחילה.',
  ),
  subnetRangeInvalid: message(422, 'The range {cidr} cannot be used: {problem}', 'לא ניתן להשתמש בטווח {cidr}: {problem}'),
  subnetOverlaps: message(409, 'The range {cidr} overlaps {other}, which is there already.', 'הטווח {cidr} חופף ל-{other}, שכבר קיים.'),
  networkAddressInvalid: message(422, 'The address {address} cannot be used: {problem}', 'לא ניתן להשתמש בכתובת {address}: {problem}'),
  networkAddressTaken: message(409, 'The address {address} is not free: {problem}', 'הכתובת {address} אינה פנויה: {problem}'),
  networkOfRoot: message(
    422,
    'Networks to the outside and networks of services are made and changed by root only; you may make private networks (lan).',
    'רשתות אל החוץ ורשתות שירותים נוצרות ומשתנות בידי root בלבד; באפשרותך ליצור רשתות פרטיות (lan).',
  ),
  networkLimit: message(
    422,
    'You have {max} private networks in this datacenter, the most there can be. Delete one first.',
    'יש לך {max} רשתות פרטיות במרכז נתונים זה, המספר המרבי. יש למחוק אחת תחילה.',
  ),
  networkNumberTaken: message(
    409,
    'The VLAN number {vlan} is in use in this datacenter.',
    'מספר ה-VLAN {vlan} נמצא בשימוש במרכז נתונים זה.',
  ),
  networkWithoutSubnet: message(
    422,
    'The network {network} has no subnet yet, so there is no address to give. Add a subnet first.',
    'לרשת {network} אין עדיין תת-רשת, ולכן אין כתובת לתת. יש להוסיף תת-רשת תחילה.',
  ),
  networkAddressNotReserved: message(
    409,
    'The address {address} is not reserved, so there is nothing to free.',
    'הכתובת {address} אינה שמורה, ולכן אין מה לשחרר.',
  ),
  reverseNameInvalid: message(422, '"{name}" is no host name: {problem}', '"{name}" אינו שם מארח: {problem}'),
  nicInNetwork: message(409, 'The network interface is in the network {network} already.', 'ממשק הרשת כבר נמצא ברשת {network}.'),
  networkAddressOfMany: message(
    422,
    'The address {address} can be given to one server only; {quantity} were asked for. Leave the address out.',
    'את הכתובת {address} ניתן לתת לשרת אחד בלבד; התבקשו {quantity}. יש להשמיט את הכתובת.',
  ),
} satisfies Messages;
