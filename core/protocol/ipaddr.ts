// The one file that imports the library: builds put it in here, since packages for n8n have no
// dependencies.
export { IPv4, IPv6 } from 'ipaddr.js';
