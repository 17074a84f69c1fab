// Loaded before a function: moves its clock forward by MOVED_TIME_MS.
const moved = Number(process.env.MOVED_TIME_MS ?? 0);
const now = Date.now.bind(Date);
Date.now = () => now() + moved;
globalThis.Date = class extends Date {
	constructor(...given) {
		super(...(given.length === 0 ? [Date.now()] : given));
	}
	static now() {
		return now() + moved;
	}
};
