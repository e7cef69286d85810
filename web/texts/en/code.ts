export const codeTexts = {
  tabs: 'As code',
  curl: 'curl',
  cli: 'Command line',
  terraform: 'Terraform',
  note: 'Runs with your API key. Set its ID and secret in CLOUD_CLIENT_ID and CLOUD_SECRET.',
  forPeople: 'API keys can’t make this call. Sign in instead.',
  none: 'Complete the form to see the call.',
  copyCode: 'Code',
};
