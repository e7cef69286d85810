import { type Messages, message } from './message.ts';

/** Networks and the firewall. */
export const networksMessages = {
  firewallGroupNameTaken: message(
    409,
    'A firewall group named {name} already exists. Choose another name.',
    'כבר קיימת קבוצת חומת אש בשם {name}. יש לבחור שם אחר.',
  ),
  firewallGroupUsed: message(
    422,
    'The firewall group {name} is used by network interfaces or rules. Remove it from them first.',
    'קבוצת חומת האש {name} נמצאת בשימוש של ממשקי רשת או כללים. יש להסיר אותה מהם תחילה.',
  ),
  firewallGroupLimit: message(
    422,
    'You’ve reached the limit of {max} firewall groups. Delete one first.',
    'הגעת למכסה של {max} קבוצות חומת אש. יש למחוק אחת תחילה.',
  ),
  firewallRuleWrong: message(400, 'This rule isn’t valid. {problem}', 'הכלל אינו תקין. {problem}'),
  firewallNoDraft: message(422, '{name} has no draft to apply.', 'ב-{name} אין טיוטה להחלה.'),
  networkFull: message(
    422,
    'No free IP addresses are left in {network}.',
    'לא נותרו כתובות IP פנויות ברשת {network}.',
  ),
  networkNameTaken: message(
    409,
    'A network named {name} already exists. Choose another name.',
    'כבר קיימת רשת בשם {name}. יש לבחור שם אחר.',
  ),
  networkInUse: message(
    409,
    'The network {name} is used by {servers}. Disconnect them first.',
    'הרשת {name} נמצאת בשימוש של {servers}. יש לנתק אותם תחילה.',
  ),
  subnetInUse: message(
    409,
    'The subnet {cidr} is used by {servers}. Disconnect them first.',
    'תת-הרשת {cidr} נמצאת בשימוש של {servers}. יש לנתק אותם תחילה.',
  ),
  subnetRangeInvalid: message(
    422,
    'You can’t use the range {cidr}. {problem}',
    'לא ניתן להשתמש בטווח {cidr}. {problem}',
  ),
  subnetOverlaps: message(
    409,
    'The range {cidr} overlaps the existing range {other}. Choose another range.',
    'הטווח {cidr} חופף לטווח הקיים {other}. יש לבחור טווח אחר.',
  ),
  networkAddressInvalid: message(
    422,
    'You can’t use the IP address {address}. {problem}',
    'לא ניתן להשתמש בכתובת ה-IP‏ {address}. {problem}',
  ),
  networkAddressTaken: message(
    409,
    'The IP address {address} isn’t available. {problem}',
    'כתובת ה-IP‏ {address} אינה פנויה. {problem}',
  ),
  networkOfRoot: message(
    422,
    'Only root can create and change public and service networks. You can create private networks (lan).',
    'רק root יכול ליצור ולשנות רשתות ציבוריות ורשתות שירות. באפשרותך ליצור רשתות פרטיות (lan).',
  ),
  networkLimit: message(
    422,
    'You’ve reached the limit of {max} private networks in this datacenter. Delete one first.',
    'הגעת למכסה של {max} רשתות פרטיות במרכז נתונים זה. יש למחוק אחת תחילה.',
  ),
  networkNumberTaken: message(
    409,
    'VLAN {vlan} is already used in this datacenter.',
    '‏VLAN‏ {vlan} כבר נמצא בשימוש במרכז נתונים זה.',
  ),
  networkWithoutSubnet: message(
    422,
    'The network {network} has no subnet, so it has no IP addresses. Add a subnet first.',
    'לרשת {network} אין תת-רשת, ולכן אין בה כתובות IP. יש להוסיף תת-רשת תחילה.',
  ),
  networkAddressNotReserved: message(
    409,
    'The IP address {address} isn’t reserved.',
    'כתובת ה-IP‏ {address} אינה שמורה.',
  ),
  reverseNameInvalid: message(
    422,
    '"{name}" isn’t a valid hostname. {problem}',
    '"{name}" אינו שם מארח תקין. {problem}',
  ),
  nicInNetwork: message(
    409,
    'The network interface is already in the network {network}.',
    'ממשק הרשת כבר נמצא ברשת {network}.',
  ),
  networkAddressOfMany: message(
    422,
    'Only one server can have the IP address {address}, but you’re creating {quantity}. Leave the address empty.',
    'רק שרת אחד יכול לקבל את כתובת ה-IP‏ {address}, אך ביקשת ליצור {quantity}. יש להשאיר את הכתובת ריקה.',
  ),
} satisfies Messages;
