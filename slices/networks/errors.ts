import { error } from '../../contract/declaredError.ts';

export const errors = {
  networkFull: error(
    1300,
    422,
    'No free IP addresses are left in {network}.',
    'לא נותרו כתובות IP פנויות ברשת {network}.',
  ),
  networkNameTaken: error(
    2400,
    409,
    'A network named {name} already exists. Choose another name.',
    'כבר קיימת רשת בשם {name}. יש לבחור שם אחר.',
  ),
  networkInUse: error(
    2401,
    409,
    'The network {name} is used by {servers}. Disconnect them first.',
    'הרשת {name} נמצאת בשימוש של {servers}. יש לנתק אותם תחילה.',
  ),
  subnetInUse: error(
    2402,
    409,
    'The subnet {cidr} is used by {servers}. Disconnect them first.',
    'תת-הרשת {cidr} נמצאת בשימוש של {servers}. יש לנתק אותם תחילה.',
  ),
  subnetRangeInvalid: error(
    2403,
    422,
    'You can’t use the range {cidr}. {problem}',
    'לא ניתן להשתמש בטווח {cidr}. {problem}',
  ),
  subnetOverlaps: error(
    2404,
    409,
    'The range {cidr} overlaps the existing range {other}. Choose another range.',
    'הטווח {cidr} חופף לטווח הקיים {other}. יש לבחור טווח אחר.',
  ),
  networkAddressInvalid: error(
    2405,
    422,
    'You can’t use the IP address {address}. {problem}',
    'לא ניתן להשתמש בכתובת ה-IP‏ {address}. {problem}',
  ),
  networkAddressTaken: error(
    2406,
    409,
    'The IP address {address} isn’t available. {problem}',
    'כתובת ה-IP‏ {address} אינה פנויה. {problem}',
  ),
  networkOfRoot: error(
    2407,
    422,
    'Only root can create and change public and service networks. You can create private networks (lan).',
    'רק root יכול ליצור ולשנות רשתות ציבוריות ורשתות שירות. באפשרותך ליצור רשתות פרטיות (lan).',
  ),
  networkLimit: error(
    2408,
    422,
    'You’ve reached the limit of {max} private networks in this datacenter. Delete one first.',
    'הגעת למכסה של {max} רשתות פרטיות במרכז נתונים זה. יש למחוק אחת תחילה.',
  ),
  networkNumberTaken: error(
    2409,
    409,
    'VLAN {vlan} is already used in this datacenter.',
    '‏VLAN‏ {vlan} כבר נמצא בשימוש במרכז נתונים זה.',
  ),
  networkWithoutSubnet: error(
    2410,
    422,
    'The network {network} has no subnet, so it has no IP addresses. Add a subnet first.',
    'לרשת {network} אין תת-רשת, ולכן אין בה כתובות IP. יש להוסיף תת-רשת תחילה.',
  ),
  networkAddressNotReserved: error(
    2411,
    409,
    'The IP address {address} isn’t reserved.',
    'כתובת ה-IP‏ {address} אינה שמורה.',
  ),
  reverseNameInvalid: error(
    2412,
    422,
    '"{name}" isn’t a valid hostname. {problem}',
    '"{name}" אינו שם מארח תקין. {problem}',
  ),
  nicInNetwork: error(
    2413,
    409,
    'The network interface is already in the network {network}.',
    'ממשק הרשת כבר נמצא ברשת {network}.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  network: { en: 'network', he: 'רשת' },
  'network card': { en: 'network interface', he: 'ממשק רשת' },
  subnet: { en: 'subnet', he: 'תת-רשת' },
};
