import { error } from '../../contract/declaredError.ts';

export const errors = {
  firewallGroupNameTaken: error(
    2450,
    409,
    'A firewall group named {name} already exists. Choose another name.',
    'כבר קיימת קבוצת חומת אש בשם {name}. יש לבחור שם אחר.',
  ),
  firewallGroupUsed: error(
    2451,
    422,
    'The firewall group {name} is used by network interfaces or rules. Remove it from them first.',
    'קבוצת חומת האש {name} נמצאת בשימוש של ממשקי רשת או כללים. יש להסיר אותה מהם תחילה.',
  ),
  firewallGroupLimit: error(
    2452,
    422,
    'You’ve reached the limit of {max} firewall groups. Delete one first.',
    'הגעת למכסה של {max} קבוצות חומת אש. יש למחוק אחת תחילה.',
  ),
  firewallRuleWrong: error(
    2453,
    400,
    'This rule isn’t valid. {problem}',
    'הכלל אינו תקין. {problem}',
  ),
  firewallNoDraft: error(2454, 422, '{name} has no draft to apply.', 'ב-{name} אין טיוטה להחלה.'),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  'firewall group': { en: 'firewall group', he: 'קבוצת חומת אש' },
};
