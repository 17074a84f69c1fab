/** The secrets of the campaign: no output may contain one. */

export const KEY = 'key-5f0c/9d+e1=a7';
export const NODE_SECRET = 'gate-7b3e"91/e4';
export const SECRETS = [KEY, NODE_SECRET];
