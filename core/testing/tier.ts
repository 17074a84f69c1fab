/** True in `npm test`, which leaves out most rounds and deaths. */
export const isFast = ['fast', 'part'].includes(process.env.TEST_TIER ?? '');
