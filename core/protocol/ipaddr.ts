// The one file that imports the library: builds put it in here, since packages that bundle
// the core have no dependencies.
export { IPv4, IPv6 } from 'ipaddr.js';
