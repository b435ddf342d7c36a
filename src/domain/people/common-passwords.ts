/**
 * The most common leaked passwords of 10 characters or more, in lower case and with letters for look-alike digits if
 * they are words. Shorter ones are rejected for their length.
 */
const lines = `
1234567890 12345678910 123456789a 1234567891 0123456789 0987654321 9876543210 1234512345 1234554321 1231231231
1029384756 0102030405 1122334455 11223344556 112233445566 1472583690 147258369a 741852963a 159357159357 123321123321
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 1234qwerasdf 123qweasdzxc
123qwe123qwe 123abc123abc qwertyuiop qwerty12345 qwerty123456 qwertyuiop123 qweasdzxc1 qweasdzxc123 qwe1234567
qazwsxedcrfv qazwsxedc1 qazwsx12345 poiuytrewq mnbvcxz123 lkjhgfdsa1 asdfghjkl1 asdfghjklz zxcvbnm123 asd123456789
a123456789 aa12345678 aa123456789 a1b2c3d4e5 q123456789 abc1234567 abcd123456 abc123456789 abcdefghij abcdefghijk
password12 password123 password1234 password12345 password123456 password01 password11 password99 mypassword
thepassword newpassword passw0rd123 p@ssw0rd123 p@ssword123 changeme123 letmein123 letmein1234 welcome123 welcome1234
iloveyou12 iloveyou123 iloveyou1234 ilovegod123 iloveme123 loveyou123 mylove1234 princess12 princess123 sunshine12
sunshine123 football123 baseball123 basketball basketball1 volleyball skateboard superman12 superman123 spiderman123
batman12345 starwars123 pokemon123 dragon12345 monkey12345 michael123 jennifer123 charlie123 christina1 alexander1
elizabeth1 jacqueline administrator administrator1 admin12345 admin123456 adminadmin test123456 test1234567 testtest12
user123456 guest12345 default123 trustno1234 whatever123 computer123 internet123 samsung123 liverpool1 liverpool123
manchester chelsea123 arsenal123 barcelona1 barcelona123 realmadrid juventus123 butterfly1 butterfly123 strawberry
watermelon chocolate1 chocolate123 blackberry motherfucker fuckyou123 fuckyou1234 asshole123 hello12345 hello123456
helloworld helloworld1 hellokitty hellokitty1 tinkerbell tinkerbell1 cheerleader california california1 washington
jamesbond007 jamesbond1 harrypotter harrypotter1 nightmare1 heartbreaker loveforever forever123 babygirl12 babygirl123
thunderbird snowboarding playstation playstation1 winchester caterpillar constantine chandler123 godisgood1 jesuschrist
jesusislord motorcycle mercedes12 lamborghini champion123 scorpion123 blessing123 greenday123 metallica1 metallica123
correcthorsebatterystaple staplebatteryhorse trustnoone
`;

export const commonPasswords: ReadonlySet<string> = new Set(lines.split(/\s+/).filter(word => word !== ''));

/** Words that password crackers try first, with numbers and punctuation around them. */
export const commonWords: readonly string[] = [
  ...[
    'password',
    'passwort',
    'motdepasse',
    'contrasena',
    'passwd',
    'letmein',
    'welcome',
    'changeme',
    'secret',
    'login',
  ],
  ...['admin', 'administrator', 'root', 'user', 'guest', 'test', 'default', 'master', 'access', 'presage', 'forecast'],
  ...['qwerty', 'azerty', 'qwertz', 'asdf', 'zxcv', 'iloveyou', 'loveyou', 'trustno', 'hello', 'monkey', 'dragon'],
  ...['shadow', 'sunshine', 'princess', 'football', 'baseball', 'superman', 'batman', 'starwars', 'pokemon', 'michael'],
  ...[
    'charlie',
    'jordan',
    'liverpool',
    'arsenal',
    'chelsea',
    'barcelona',
    'computer',
    'internet',
    'whatever',
    'freedom',
  ],
  ...['spring', 'summer', 'autumn', 'winter', 'january', 'february', 'march', 'april', 'june', 'july', 'august'],
  ...['september', 'october', 'november', 'december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'love'],
];
