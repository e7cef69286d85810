import { title } from './title.ts';

/** Consoles in the browser and their recordings. */
export const consoleTitles = {
  getConnect: title('View connection methods of a server', 'צפייה בדרכי החיבור לשרת'),
  forgetHostKey: title('Delete a saved host key', 'שכיחת המפתח של מערכת האורח'),
  listRecordings: title('View console recordings', 'צפייה בקונסולות שהוקלטו'),
  getRecording: title('View a recording', 'צפייה בפרטי הקלטה'),
  getRecordingContent: title('Download a recording', 'הבאת הקלטה'),
  'consoles.record': title('Console recorded', 'קונסולה הוקלטה'),
  'consoles.replay': title('Recording watched', 'נצפתה הקלטה'),
  'consoles.forget': title('Expired recording deleted', 'הקלטה נמחקה בתום זמנה'),
};
