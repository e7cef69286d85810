export const codeTexts = {
  tabs: 'As code',
  curl: 'curl',
  cli: 'Command line',
  terraform: 'Terraform',
  note: 'Runs with an API key of yours: its id and secret stand in CLOUD_CLIENT_ID and CLOUD_SECRET.',
  forPeople: 'No key can make this call: it is for people who are signed in.',
  none: 'Nothing would be called yet: fill in the form first.',
  copyCode: 'Code',
};
