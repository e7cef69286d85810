/**
 * Common words from lists of leaked passwords, in lowercase. The policy also rejects them with
 * digits appended.
 */
const wordList = `
password passwort passw0rd p@ssw0rd p@ssword pass passer letmein welcome login admin administrator root toor user guest test testing
master superman batman spiderman pokemon dragon monkey tiger lion eagle falcon shadow hunter killer ninja samurai warrior wizard
football baseball basketball soccer hockey golf tennis liverpool arsenal chelsea barcelona realmadrid juventus manchester
iloveyou loveyou lovely love sweet sweetheart princess prince queen king angel devil heaven freedom forever family mother father
sunshine summer winter spring autumn flower butterfly chocolate cookie coffee banana orange apple cherry strawberry
computer internet network server cloud system windows linux ubuntu debian google facebook twitter youtube linkedin amazon microsoft
secret private default changeme change temp temporary qwerty qwertz azerty asdf asdfgh zxcvbn qazwsx qwerasdf trustno1 access
michael jennifer jessica ashley daniel andrew joshua matthew robert thomas charlie george jordan michelle nicole amanda hannah
starwars matrix gandalf merlin mustang ferrari porsche mercedes corvette harley yamaha honda toyota nissan
monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december
hello hallo bonjour shalom whatever nothing something anything blahblah fuckyou asshole bitch cheese pepper ginger buster maggie
london paris berlin newyork america england germany france israel jerusalem telaviv canada australia
qwerty123 abc123 a1b2c3 1q2w3e 1q2w3e4r 1q2w3e4r5t zaq12wsx q1w2e3r4 abcd1234 test1234 admin123 root123 pass1234 welcome1 password1
123456 1234567 12345678 123456789 1234567890 123123 112233 121212 123321 654321 666666 696969 777777 987654321 111222 101010 159753
`;

export const commonPasswords: ReadonlySet<string> = new Set(wordList.split(/\s+/).filter(Boolean));
