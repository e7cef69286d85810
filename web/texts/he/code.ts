export const codeTexts = {
  tabs: 'כקוד',
  curl: 'curl',
  cli: 'שורת פקודה',
  terraform: 'Terraform',
  note: 'פועל עם מפתח ה-API שלך. יש להגדיר את המזהה והסוד ב-CLOUD_CLIENT_ID וב-CLOUD_SECRET.',
  forPeople: 'לא ניתן לבצע קריאה זו עם מפתח API. יש להיכנס לחשבון.',
  none: 'יש למלא את הטופס כדי לראות את הקריאה.',
  copyCode: 'קוד',
};
