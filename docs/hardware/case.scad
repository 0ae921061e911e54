// A case for an Arduino Nano in a screw-terminal adapter, with its lid.
//
// Print both parts flat, without supports. The adapter lies on four pins; wires leave on both long
// sides, the USB cable at one end. Measure your adapter: they differ by some millimetres.

board = [54, 53, 24]; // the adapter with the Nano on it: length, width, height
usb = [12, 9];        // the plug's sleeve
wall = 2;
play = 0.6;
wires = [44, 6];      // a slot along each side

$fn = 48;

inner = [board[0] + 2 * play, board[1] + 2 * play, board[2]];
outer = [inner[0] + 2 * wall, inner[1] + 2 * wall, inner[2] + wall];

module box() {
    difference() {
        cube(outer);
        translate([wall, wall, wall]) cube([inner[0], inner[1], inner[2] + 1]);
        translate([-1, outer[1] / 2 - usb[0] / 2, wall + 12]) cube([wall + 2, usb[0], usb[1]]);
        for (y = [-1, outer[1] - wall - 1])
            translate([outer[0] / 2 - wires[0] / 2, y, wall + 6]) cube([wires[0], wall + 2, wires[1]]);
        // Two ears for cable ties at the far end.
        for (y = [10, outer[1] - 14]) translate([outer[0] - wall - 1, y, 4]) cube([wall + 2, 4, 2]);
    }
    for (x = [6, outer[0] - 6], y = [6, outer[1] - 6])
        translate([x, y, wall]) cylinder(d = 4, h = 3);
}

module lid() {
    cube([outer[0], outer[1], wall]);
    translate([wall + play / 2, wall + play / 2, wall]) difference() {
        cube([inner[0] - play, inner[1] - play, 4]);
        translate([2, 2, -1]) cube([inner[0] - play - 4, inner[1] - play - 4, 6]);
    }
}

box();
translate([0, outer[1] + 8, 0]) lid();
