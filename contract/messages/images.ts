import { type Messages, message } from './message.ts';

/** Of images, uploads and paths. */
export const imagesMessages = {
  imageNotReady: message(422, 'The image {image} is not ready yet: {problem}', 'הדימוי {image} אינו מוכן עדיין: {problem}'),
  imageInUse: message(
    422,
    '{image} is used by {count} servers and cannot be removed.',
    'הדימוי {image} בשימוש של {count} שרתים ולא ניתן להסירו.',
  ),
  imageDigestMismatch: message(
    422,
    'The file fetched for {image} has another digest than the catalogue says.',
    'לקובץ שהורד עבור {image} חתימה שונה מזו שבקטלוג.',
  ),
  imageDigestLength: message(
    422,
    'A digest has 32 (md5), 64 (sha256) or 128 (sha512) hexadecimal digits; {given} were given.',
    'בחתימה 32 (md5), 64 (sha256) או 128 (sha512) ספרות הקסדצימליות; ניתנו {given}.',
  ),
  imageSourceRefused: message(422, 'The address {address} is refused: {problem}', 'הכתובת {address} נדחתה: {problem}'),
  imageNoSpace: message(
    507,
    'There is no room for the image {image}: it needs {needed} GB, {free} GB are free in {folder}. Free some space and try again.',
    'אין מקום לדימוי {image}: נדרשים {needed} GB, פנויים {free} GB ב-{folder}. יש לפנות מקום ולנסות שוב.',
  ),
  imageFetchFailed: message(422, 'The image {image} could not be fetched: {problem}', 'לא ניתן היה להוריד את הדימוי {image}: {problem}'),
  imageBuildFailed: message(422, 'The image {image} could not be made: {problem}', 'לא ניתן היה ליצור את הדימוי {image}: {problem}'),
  pathSystemMissing: message(400, 'OS Type is missing.', 'סוג מערכת ההפעלה חסר.'),
  pathRootMissing: message(400, 'Root Directory is Missing.', 'תיקיית השורש חסרה.'),
  pathCharacters: message(400, 'Invalid Charecters are found in the Path.', 'בנתיב יש תווים אסורים.'),
  pathDots: message(400, '3 or more dots are not allowed in Path.', 'אסורות 3 נקודות ומעלה ברצף בנתיב.'),
  pathNameEndsWithDot: message(
    400,
    'Invalid Directory name, the Name Cannot end with dot.',
    'שם תיקייה שגוי, השם אינו יכול להסתיים בנקודה.',
  ),
  fileNameCharacters: message(400, 'File names may only contain a-zA-Z0-9._-.', 'שמות קבצים יכולים להכיל רק a-zA-Z0-9._-.'),
  imageRefused: message(422, 'The image {image} cannot be taken: {problem}', 'לא ניתן לקבל את הדימוי {image}: {problem}'),
  imageToolMissing: message(
    503,
    'Images cannot be taken in on this machine: {problem} What mends it: {remedy}',
    'לא ניתן לקבל דימויים במחשב זה: {problem} מה יתקן זאת: {remedy}',
  ),
  imageQuota: message(
    422,
    'Your images and uploads have {used} GB of the {max} GB you may keep; {needed} GB more do not fit. Delete an image you no longer need.',
    'הדימויים וההעלאות שלך תופסים {used} GB מתוך {max} GB המותרים; {needed} GB נוספים אינם נכנסים. יש למחוק דימוי שאין בו צורך.',
  ),
  uploadTooLarge: message(
    422,
    'The file has {given} GB; a file of at most {max} GB can be uploaded.',
    'בקובץ {given} GB; ניתן להעלות קובץ של {max} GB לכל היותר.',
  ),
  uploadLimit: message(
    422,
    'You have {max} uploads that are not finished, the most there can be. Finish or cancel one first.',
    'יש לך {max} העלאות שלא הסתיימו, המספר המרבי. יש לסיים או לבטל אחת תחילה.',
  ),
  uploadChunkRefused: message(400, 'The chunk at {offset} is refused: {problem}', 'הקטע ב-{offset} נדחה: {problem}'),
  uploadIncomplete: message(
    409,
    '{missing} of {total} chunks of the file are not here yet. Go on with the upload.',
    '{missing} מתוך {total} קטעי הקובץ עדיין לא הגיעו. יש להמשיך בהעלאה.',
  ),
  uploadDigest: message(
    422,
    'The file that was uploaded has another {type} digest than you gave: {found}.',
    'לקובץ שהועלה חתימת {type} שונה מזו שנמסרה: {found}.',
  ),
  uploadTaken: message(409, 'The upload is being made into an image already (task {cmdId}).', 'ההעלאה כבר הופכת לדימוי (משימה {cmdId}).'),
  imageShareRefused: message(422, 'The image cannot be shared with {email}: {problem}', 'לא ניתן לשתף את הדימוי עם {email}: {problem}'),
  imageRestedOn: message(
    409,
    'The image {image} cannot be deleted: the disks of {count} servers rest on it: {names}.',
    'לא ניתן למחוק את הדימוי {image}: הדיסקים של {count} שרתים נשענים עליו: {names}.',
  ),
  imageWithdrawn: message(
    422,
    'The image {image} was withdrawn by its owner and makes no new servers. {note}',
    'הדימוי {image} הוסר על ידי בעליו ואינו מיועד לשרתים חדשים. {note}',
  ),
  imageNotOwned: message(
    422,
    'The image {image} belongs to the catalogue; this is for images of your own.',
    'הדימוי {image} שייך לקטלוג; פעולה זו מיועדת לדימויים פרטיים.',
  ),
  imageFamilyRefused: message(
    422,
    'The image {image} cannot get a version of this kind: {problem}',
    'לא ניתן להוסיף לדימוי {image} גרסה כזו: {problem}',
  ),
} satisfies Messages;
