export const codeTexts = {
  tabs: 'כקוד',
  curl: 'curl',
  cli: 'שורת פקודה',
  terraform: 'Terraform',
  note: 'פועל עם מפתח API שלך: המזהה והסוד שלו נמצאים במשתנים CLOUD_CLIENT_ID ו-CLOUD_SECRET.',
  forPeople: 'אין מפתח שיכול לבצע קריאה זו: היא מיועדת למי שנכנס למערכת.',
  none: 'עדיין לא תיקרא שום קריאה: יש למלא תחילה את הטופס.',
  copyCode: 'קוד',
};
