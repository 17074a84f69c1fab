// The one file that imports the library: builds put it in here, since packages for n8n have no
// dependencies.
export { base58, bech32 } from '@scure/base';
