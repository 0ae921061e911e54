// What programs can ask of the table: the page is drawn by the server.
import { showSimulated, start } from "./frame.js";

start(showSimulated);
