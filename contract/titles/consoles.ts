import { title } from './title.ts';

/** The ways to a server from the browser, and what is recorded of them. */
export const consoleTitles = {
  readConnect: title('See the ways to a server', 'צפייה בדרכי החיבור לשרת'),
  forgetHostKey: title('Forget the key of a guest', 'שכיחת המפתח של מערכת האורח'),
  listRecordings: title('See recorded consoles', 'צפייה בקונסולות שהוקלטו'),
  readRecording: title('See a recording', 'צפייה בפרטי הקלטה'),
  readRecordingContent: title('Fetch a recording', 'הבאת הקלטה'),
  'consoles.record': title('A console was recorded', 'קונסולה הוקלטה'),
  'consoles.replay': title('A recording was watched', 'נצפתה הקלטה'),
  'consoles.forget': title('A recording was deleted after its time', 'הקלטה נמחקה בתום זמנה'),
};
