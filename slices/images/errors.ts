import { error } from '../../contract/declaredError.ts';

export const errors = {
  imageNotReady: error(
    1200,
    422,
    'The image {image} isn’t ready yet. {problem}',
    'התמונה {image} עדיין לא מוכנה. {problem}',
  ),
  imageInUse: error(
    1201,
    422,
    'You can’t remove {image} while servers use it ({count}).',
    'לא ניתן להסיר את התמונה {image} כל עוד שרתים משתמשים בה ({count}).',
  ),
  imageDigestMismatch: error(
    1202,
    422,
    'The file downloaded for {image} doesn’t match the digest in the catalog.',
    'חתימת הקובץ שהורד עבור {image} אינה תואמת לזו שבקטלוג.',
  ),
  imageDigestLength: error(
    1203,
    422,
    'A digest has 32 (md5), 64 (sha256), or 128 (sha512) hexadecimal digits. You entered {given}.',
    'בחתימה יש 32 (md5), 64 (sha256) או 128 (sha512) ספרות הקסדצימליות. הוזנו {given}.',
  ),
  imageSourceRefused: error(
    1204,
    422,
    'You can’t import from {address}. {problem}',
    'לא ניתן לייבא מהכתובת {address}. {problem}',
  ),
  imageNoSpace: error(
    1205,
    507,
    'Not enough disk space for the image {image}: it needs {needed} GB, and {folder} has {free} GB free. Free up space and try again.',
    'אין די מקום בדיסק לתמונה {image}: נדרשים {needed} GB, וב-{folder} פנויים {free} GB. יש לפנות מקום ולנסות שוב.',
  ),
  imageFetchFailed: error(
    1206,
    422,
    'The image {image} couldn’t be downloaded. {problem}',
    'הורדת התמונה {image} נכשלה. {problem}',
  ),
  imageBuildFailed: error(
    1207,
    422,
    'The image {image} couldn’t be created. {problem}',
    'יצירת התמונה {image} נכשלה. {problem}',
  ),
  pathSystemMissing: error(2500, 400, 'OS Type is missing.', 'סוג מערכת ההפעלה חסר.'),
  pathRootMissing: error(2501, 400, 'Root Directory is Missing.', 'תיקיית השורש חסרה.'),
  pathCharacters: error(
    2502,
    400,
    'Invalid characters are found in the Path.',
    'בנתיב יש תווים אסורים.',
  ),
  pathDots: error(
    2503,
    400,
    '3 or more dots are not allowed in Path.',
    'אסורות 3 נקודות ומעלה ברצף בנתיב.',
  ),
  pathNameEndsWithDot: error(
    2504,
    400,
    'Invalid Directory name, the Name Cannot end with dot.',
    'שם תיקייה שגוי, השם אינו יכול להסתיים בנקודה.',
  ),
  fileNameCharacters: error(
    2505,
    400,
    'File names may only contain a-zA-Z0-9._-.',
    'שמות קבצים יכולים להכיל רק a-zA-Z0-9._-.',
  ),
  imageRefused: error(
    2506,
    422,
    'The image {image} was rejected. {problem}',
    'התמונה {image} נדחתה. {problem}',
  ),
  imageToolMissing: error(
    2507,
    503,
    'This machine can’t import images. {problem} To fix this: {remedy}',
    'לא ניתן לייבא תמונות במחשב זה. {problem} כדי לתקן: {remedy}',
  ),
  imageQuota: error(
    2508,
    422,
    'Your images and uploads use {used} GB of {max} GB. Another {needed} GB don’t fit. Delete an image you no longer need.',
    'התמונות וההעלאות שלך תופסות {used} GB מתוך {max} GB. אין מקום ל-{needed} GB נוספים. אפשר למחוק תמונה שאין בה צורך.',
  ),
  uploadTooLarge: error(
    2509,
    422,
    'The file is {given} GB. The upload limit is {max} GB.',
    'גודל הקובץ {given} GB. מגבלת ההעלאה היא {max} GB.',
  ),
  uploadLimit: error(
    2510,
    422,
    'You have {max} unfinished uploads, which is the limit. Finish or cancel one first.',
    'יש לך {max} העלאות שלא הושלמו, וזו המכסה. יש להשלים או לבטל אחת תחילה.',
  ),
  uploadChunkRefused: error(
    2511,
    400,
    'The chunk at {offset} was rejected. {problem}',
    'הקטע ב-{offset} נדחה. {problem}',
  ),
  uploadIncomplete: error(
    2512,
    409,
    'Upload incomplete: {missing} of {total} chunks are missing. Resume the upload.',
    'ההעלאה לא הושלמה: חסרים {missing} מתוך {total} קטעים. אפשר להמשיך את ההעלאה.',
  ),
  uploadDigest: error(
    2513,
    422,
    'The {type} digest of the uploaded file is {found}, not the one you entered.',
    'חתימת ה-{type} של הקובץ שהועלה היא {found}, ולא זו שהוזנה.',
  ),
  uploadTaken: error(
    2514,
    409,
    'This upload is already being converted to an image (task {cmdId}).',
    'ההעלאה כבר מומרת לתמונה (משימה {cmdId}).',
  ),
  imageShareRefused: error(
    2515,
    422,
    'You can’t share the image with {email}. {problem}',
    'לא ניתן לשתף את התמונה עם {email}. {problem}',
  ),
  imageRestedOn: error(
    2516,
    409,
    'You can’t delete the image {image}. Servers that depend on it ({count}): {names}.',
    'לא ניתן למחוק את התמונה {image}. שרתים שתלויים בה ({count}): {names}.',
  ),
  imageWithdrawn: error(
    2517,
    422,
    'The image {image} was withdrawn by its owner and can’t be used for new servers. {note}',
    'התמונה {image} הוסרה על ידי בעליה ולא ניתן ליצור ממנה שרתים חדשים. {note}',
  ),
  imageNotOwned: error(
    2518,
    422,
    '{image} is a catalog image. This action works with private images only.',
    'התמונה {image} שייכת לקטלוג. פעולה זו זמינה רק לתמונות פרטיות.',
  ),
  imageFamilyRefused: error(
    2519,
    422,
    'You can’t add this version to the image {image}. {problem}',
    'לא ניתן להוסיף גרסה זו לתמונה {image}. {problem}',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  image: { en: 'image', he: 'תמונה' },
  upload: { en: 'upload', he: 'העלאה' },
};
