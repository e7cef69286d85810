import { type Messages, message } from './message.ts';

/** Images, uploads and paths. */
export const imagesMessages = {
  imageNotReady: message(
    422,
    'The image {image} isn’t ready yet. {problem}',
    'התמונה {image} עדיין לא מוכנה. {problem}',
  ),
  imageInUse: message(
    422,
    'You can’t remove {image} while servers use it ({count}).',
    'לא ניתן להסיר את התמונה {image} כל עוד שרתים משתמשים בה ({count}).',
  ),
  imageDigestMismatch: message(
    422,
    'The file downloaded for {image} doesn’t match the digest in the catalog.',
    'חתימת הקובץ שהורד עבור {image} אינה תואמת לזו שבקטלוג.',
  ),
  imageDigestLength: message(
    422,
    'A digest has 32 (md5), 64 (sha256), or 128 (sha512) hexadecimal digits. You entered {given}.',
    'בחתימה יש 32 (md5), 64 (sha256) או 128 (sha512) ספרות הקסדצימליות. הוזנו {given}.',
  ),
  imageSourceRefused: message(
    422,
    'You can’t import from {address}. {problem}',
    'לא ניתן לייבא מהכתובת {address}. {problem}',
  ),
  imageNoSpace: message(
    507,
    'Not enough disk space for the image {image}: it needs {needed} GB, and {folder} has {free} GB free. Free up space and try again.',
    'אין די מקום בדיסק לתמונה {image}: נדרשים {needed} GB, וב-{folder} פנויים {free} GB. יש לפנות מקום ולנסות שוב.',
  ),
  imageFetchFailed: message(
    422,
    'The image {image} couldn’t be downloaded. {problem}',
    'הורדת התמונה {image} נכשלה. {problem}',
  ),
  imageBuildFailed: message(
    422,
    'The image {image} couldn’t be created. {problem}',
    'יצירת התמונה {image} נכשלה. {problem}',
  ),
  pathSystemMissing: message(400, 'OS Type is missing.', 'סוג מערכת ההפעלה חסר.'),
  pathRootMissing: message(400, 'Root Directory is Missing.', 'תיקיית השורש חסרה.'),
  pathCharacters: message(
    400,
    'Invalid characters are found in the Path.',
    'בנתיב יש תווים אסורים.',
  ),
  pathDots: message(
    400,
    '3 or more dots are not allowed in Path.',
    'אסורות 3 נקודות ומעלה ברצף בנתיב.',
  ),
  pathNameEndsWithDot: message(
    400,
    'Invalid Directory name, the Name Cannot end with dot.',
    'שם תיקייה שגוי, השם אינו יכול להסתיים בנקודה.',
  ),
  fileNameCharacters: message(
    400,
    'File names may only contain a-zA-Z0-9._-.',
    'שמות קבצים יכולים להכיל רק a-zA-Z0-9._-.',
  ),
  imageRefused: message(
    422,
    'The image {image} was rejected. {problem}',
    'התמונה {image} נדחתה. {problem}',
  ),
  imageToolMissing: message(
    503,
    'This machine can’t import images. {problem} To fix this: {remedy}',
    'לא ניתן לייבא תמונות במחשב זה. {problem} כדי לתקן: {remedy}',
  ),
  imageQuota: message(
    422,
    'Your images and uploads use {used} GB of {max} GB. Another {needed} GB don’t fit. Delete an image you no longer need.',
    'התמונות וההעלאות שלך תופסות {used} GB מתוך {max} GB. אין מקום ל-{needed} GB נוספים. אפשר למחוק תמונה שאין בה צורך.',
  ),
  uploadTooLarge: message(
    422,
    'The file is {given} GB. The upload limit is {max} GB.',
    'גודל הקובץ {given} GB. מגבלת ההעלאה היא {max} GB.',
  ),
  uploadLimit: message(
    422,
    'You have {max} unfinished uploads, which is the limit. Finish or cancel one first.',
    'יש לך {max} העלאות שלא הושלמו, וזו המכסה. יש להשלים או לבטל אחת תחילה.',
  ),
  uploadChunkRefused: message(
    400,
    'The chunk at {offset} was rejected. {problem}',
    'הקטע ב-{offset} נדחה. {problem}',
  ),
  uploadIncomplete: message(
    409,
    'Upload incomplete: {missing} of {total} chunks are missing. Resume the upload.',
    'ההעלאה לא הושלמה: חסרים {missing} מתוך {total} קטעים. אפשר להמשיך את ההעלאה.',
  ),
  uploadDigest: message(
    422,
    'The {type} digest of the uploaded file is {found}, not the one you entered.',
    'חתימת ה-{type} של הקובץ שהועלה היא {found}, ולא זו שהוזנה.',
  ),
  uploadTaken: message(
    409,
    'This upload is already being converted to an image (task {cmdId}).',
    'ההעלאה כבר מומרת לתמונה (משימה {cmdId}).',
  ),
  imageShareRefused: message(
    422,
    'You can’t share the image with {email}. {problem}',
    'לא ניתן לשתף את התמונה עם {email}. {problem}',
  ),
  imageRestedOn: message(
    409,
    'You can’t delete the image {image}. Servers that depend on it ({count}): {names}.',
    'לא ניתן למחוק את התמונה {image}. שרתים שתלויים בה ({count}): {names}.',
  ),
  imageWithdrawn: message(
    422,
    'The image {image} was withdrawn by its owner and can’t be used for new servers. {note}',
    'התמונה {image} הוסרה על ידי בעליה ולא ניתן ליצור ממנה שרתים חדשים. {note}',
  ),
  imageNotOwned: message(
    422,
    '{image} is a catalog image. This action works with private images only.',
    'התמונה {image} שייכת לקטלוג. פעולה זו זמינה רק לתמונות פרטיות.',
  ),
  imageFamilyRefused: message(
    422,
    'You can’t add this version to the image {image}. {problem}',
    'לא ניתן להוסיף גרסה זו לתמונה {image}. {problem}',
  ),
} satisfies Messages;
